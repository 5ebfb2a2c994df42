// stage: simulate
// model: Formola.Examples.Blocks.Logic
// tolerance: 1e-5
// analytic: switch.y = max(time, 1)
// analytic: flipFlop.y = 1 if 1.25 <= time < 1.75 else 0
// analytic: and_.y = 1 if 1.25 <= time and time % 1 < 0.5 else 0
// analytic: or_.y = 1 if 1.25 <= time or time % 1 < 0.5 else 0
// analytic: timer.y = time % 1 if time % 1 < 0.5 else 0
// analytic: greater.y = 1 if time > 1 else 0
// analytic: less.y = 1 if time < 1 else 0
// analytic: xor_.y = 0 if time % 1 < 0.5 else 1
