// The method auto: whoever compiles a model puts another one in its place.
#include "solver/integration_method.h"

namespace formola::solver {

constinit const IntegrationMethod kAuto = {
    .family = MethodFamily::Ida,
    .usesStateJacobian = true,  // where an inlined method fails IDA goes on
    .about = "an inlined method by the structure of the model; ida goes on where it fails"};

}  // namespace formola::solver
