// The mechanism of bench_multibody, built for Simbody.
#include <Simbody.h>

#include "measure.h"

namespace bench {

Times measureSimbody(int joints, bool tree) {
  using namespace SimTK;
  MultibodySystem system;
  SimbodyMatterSubsystem matter(system);
  GeneralForceSubsystem forces(system);
  Force::UniformGravity gravity(forces, matter, Vec3(0, -9.81, 0));
  std::vector<MobilizedBody::Pin> bodies;
  auto offset = [](int i) {
    return Vec3(0.2 + 0.02 * std::sin(1.0 * i), 0.1 * std::cos(1.0 * i), 0.05 * std::sin(2.0 * i));
  };
  for (int i = 1; i <= joints; ++i) {
    const double mass = 1 + 0.3 * std::sin(1.0 * i);
    const Vec3 centre(0.1 + 0.01 * std::sin(1.0 * i), 0.04 * std::cos(1.0 * i),
                      0.03 * std::sin(2.0 * i));
    const Inertia central(0.01 + 0.002 * std::sin(1.0 * i), 0.012 + 0.002 * std::cos(1.0 * i),
                          0.015, 0.001 * std::sin(2.0 * i), 0.001 * std::cos(3.0 * i), -0.001);
    const Body::Rigid body(MassProperties(mass, centre, central.shiftFromMassCenter(centre, mass)));
    const UnitVec3 axis(std::sin(1.0 * i), std::cos(2.0 * i), 0.5 + 0.3 * std::sin(3.0 * i));
    const Rotation turned(axis, ZAxis);  // a pin turns about z
    const int parent = i == 1 ? 0 : tree ? i / 2 : i - 1;
    if (parent == 0) {
      bodies.emplace_back(matter.Ground(), Transform(turned), body, Transform(turned));
    } else {
      bodies.emplace_back(bodies[static_cast<size_t>(parent - 1)],
                          Transform(turned, offset(parent)), body, Transform(turned));
    }
    Force::MobilityConstantForce(forces, bodies.back(), 0, 0.3 * std::sin(1.0 * i));
  }
  State state = system.realizeTopology();
  Times times;
  auto evaluate = [&](size_t k) {
    Vector& q = state.updQ();
    for (int i = 0; i < joints; ++i) q[i] = angle(i + 1, k);
    system.realize(state, Stage::Acceleration);
  };
  for (int i = 0; i < joints; ++i) state.updU()[i] = speed(i + 1);
  evaluate(0);
  for (int i = 0; i < joints; ++i) times.accelerations.push_back(state.getUDot()[i]);
  times.seconds = secondsPerCall([&](size_t k) {
    Vector& q = state.updQ();  // the write makes all stages from positions on invalid
    for (int i = 0; i < joints; ++i) q[i] += (k % 2 == 0 ? 1e-6 : -1e-6);
    system.realize(state, Stage::Acceleration);
  });
  return times;
}

}  // namespace bench
