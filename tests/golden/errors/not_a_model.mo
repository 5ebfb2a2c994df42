// stage: check
// model: M
// expect-error@+1: NotAModel
package M
end M;
