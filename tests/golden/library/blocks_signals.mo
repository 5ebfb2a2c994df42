// stage: simulate
// model: Formola.Examples.Blocks.Signals
// tolerance: 1e-5
// analytic: sine.y = (0.5 + 2*sin(2*pi*time))
// analytic: expSine.y = exp(-time)*sin(4*pi*time)
// analytic: ramp.y = 3*min(max(time - 0.5, 0), 1)
// analytic: pulse.y = (2 if time % 0.5 < 0.125 - 1e-12 or time % 0.5 > 0.5 - 1e-12 else 0)
// analytic: clock.y = time
// analytic: gain.y = 3*(0.5 + 2*sin(2*pi*time))
// analytic: add.y = (0.5 + 2*sin(2*pi*time)) - 3*min(max(time - 0.5, 0), 1)
// analytic: sum.y = 0.5 + 2*sin(2*pi*time) + 6*min(max(time - 0.5, 0), 1) + 3*(2 if time % 0.5 < 0.125 - 1e-12 or time % 0.5 > 0.5 - 1e-12 else 0)
// analytic: product.y = (0.5 + 2*sin(2*pi*time))*exp(-time)*sin(4*pi*time)
// analytic: division.y = (0.5 + 2*sin(2*pi*time))/2
// analytic: minimum.y = min((0.5 + 2*sin(2*pi*time)), exp(-time)*sin(4*pi*time))
// analytic: maximum.y = max((0.5 + 2*sin(2*pi*time)), exp(-time)*sin(4*pi*time))
// analytic: absolute.y = abs((0.5 + 2*sin(2*pi*time)))
// analytic: root.y = sqrt(time)
// analytic: sin_.y = sin(time)
// analytic: cos_.y = cos(time)
// analytic: limiter.y = max(-1, min(1, (0.5 + 2*sin(2*pi*time))))
// analytic: deadZone.y = max((0.5 + 2*sin(2*pi*time)) - 1, 0) + min((0.5 + 2*sin(2*pi*time)) + 1, 0)
