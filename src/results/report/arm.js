// A jointed arm in plain WebGL: bodies, joints, a floor with shadows, the path of the load.
class ArmView {
  // base: position of the first joint; links: {axis, offset}, as demo_page.cpp writes them
  constructor(host, base, links) {
    this.host = host;
    this.base = base;
    this.links = links;
    this.angles = links.map(() => 0);
    this.path = new Float32Array(0);
    this.camera = { turn: 0.75, rise: 0.3, distance: 4.4, target: [0, 1.0, 0] };
    this.spin = !page.isCalm;
    this.shift = 0;  // of the picture, in halves of its width
    this.canvas = page.make('canvas');
    host.append(this.canvas);
    this.gl = this.canvas.getContext('webgl', { antialias: true, stencil: true, alpha: false });
    try {
      this.setUp();
    } catch (failure) {
      this.gl = null;
      this.canvas.remove();
      host.append(page.make('p', 'armNote', 'The arm is not drawn: this browser has no WebGL.'));
      return;
    }
    this.listen();
    new ResizeObserver(() => this.draw()).observe(host);
    page.onTheme(() => this.draw());
  }

  // ---- Small matrices, column by column

  static multiply(a, b) {
    const out = new Float32Array(16);
    for (let c = 0; c < 4; ++c) {
      for (let r = 0; r < 4; ++r) {
        let sum = 0;
        for (let k = 0; k < 4; ++k) sum += a[k * 4 + r] * b[c * 4 + k];
        out[c * 4 + r] = sum;
      }
    }
    return out;
  }

  static perspective(angle, aspect, near, far) {
    const f = 1 / Math.tan(angle / 2);
    return new Float32Array([f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, 2 * far * near / (near - far), 0]);
  }

  static lookAt(eye, target) {
    const z = ArmView.unit([eye[0] - target[0], eye[1] - target[1], eye[2] - target[2]]);
    const x = ArmView.unit(ArmView.cross([0, 1, 0], z));
    const y = ArmView.cross(z, x);
    const dot = (a) => -(a[0] * eye[0] + a[1] * eye[1] + a[2] * eye[2]);
    return new Float32Array([x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0, dot(x), dot(y), dot(z), 1]);
  }

  static cross(a, b) {
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  }

  static unit(a) {
    const n = Math.hypot(...a) || 1;
    return [a[0] / n, a[1] / n, a[2] / n];
  }

  // Rotation by an angle about a unit axis, as three columns.
  static rotation(axis, angle) {
    const [x, y, z] = axis;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const t = 1 - c;
    return [[t * x * x + c, t * x * y + s * z, t * x * z - s * y],
      [t * x * y - s * z, t * y * y + c, t * y * z + s * x],
      [t * x * z + s * y, t * y * z - s * x, t * z * z + c]];
  }

  static apply(R, v) {
    return [0, 1, 2].map((i) => R[0][i] * v[0] + R[1][i] * v[1] + R[2][i] * v[2]);
  }

  // Positions of the joints and of the load, and the frames behind the joints.
  pose(angles) {
    let R = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let p = [...this.base];
    const joints = [];
    this.links.forEach((link, k) => {
      const axis = ArmView.unit(link.axis);
      const turn = ArmView.rotation(axis, angles[k]);
      const direction = ArmView.apply(R, axis);
      R = turn.map((column) => ArmView.apply(R, column));
      const d = ArmView.apply(R, link.offset);
      const next = [p[0] + d[0], p[1] + d[1], p[2] + d[2]];
      joints.push({ p, next, axis: direction, R });
      p = next;
    });
    return joints;
  }

  // ---- Meshes: positions and normals, interleaved

  // A body of revolution about y with the given profile [[radius, y], …].
  static lathe(profile, segments = 40) {
    const data = [];
    for (let i = 0; i + 1 < profile.length; ++i) {
      const [r0, y0] = profile[i];
      const [r1, y1] = profile[i + 1];
      const slope = Math.hypot(r1 - r0, y1 - y0) || 1;
      const ny = (r0 - r1) / slope;
      const nr = (y1 - y0) / slope;
      for (let k = 0; k < segments; ++k) {
        const a = 2 * Math.PI * k / segments;
        const b = 2 * Math.PI * (k + 1) / segments;
        const point = (r, y, t) => [r * Math.cos(t), y, r * Math.sin(t), nr * Math.cos(t), ny, nr * Math.sin(t)];
        const [p, q, u, v] = [point(r0, y0, a), point(r0, y0, b), point(r1, y1, b), point(r1, y1, a)];
        data.push(...p, ...v, ...u, ...p, ...u, ...q);
      }
    }
    return new Float32Array(data);
  }

  static ball(rings = 14) {
    const profile = [];
    for (let i = 0; i <= rings; ++i) {
      const t = Math.PI * i / rings;
      profile.push([Math.sin(t), -Math.cos(t)]);
    }
    return ArmView.lathe(profile, 28);
  }

  static box() {
    const data = [];
    const faces = [[[0, 0, 1], [1, 0, 0]], [[0, 0, -1], [-1, 0, 0]], [[1, 0, 0], [0, 0, -1]], [[-1, 0, 0], [0, 0, 1]], [[0, 1, 0], [1, 0, 0]], [[0, -1, 0], [1, 0, 0]]];
    for (const [n, u] of faces) {
      const v = ArmView.cross(n, u);
      const corner = (a, b) => [0, 1, 2].map((i) => n[i] + a * u[i] + b * v[i]).concat(n);
      data.push(...corner(-1, -1), ...corner(1, -1), ...corner(1, 1), ...corner(-1, -1), ...corner(1, 1), ...corner(-1, 1));
    }
    return new Float32Array(data);
  }

  program(vertex, fragment) {
    const gl = this.gl;
    const program = gl.createProgram();
    for (const [type, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(program, shader);
    }
    gl.bindAttribLocation(program, 0, 'position');
    gl.bindAttribLocation(program, 1, 'normal');
    gl.linkProgram(program);
    return { program, at: (name) => gl.getUniformLocation(program, name) };
  }

  setUp() {
    const gl = this.gl;
    gl.getExtension('OES_standard_derivatives');  // before the shader that uses it
    this.solid = this.program(`
      attribute vec3 position; attribute vec3 normal;
      uniform mat4 view; uniform mat4 model;
      varying vec3 n; varying vec3 w;
      void main() { vec4 p = model * vec4(position, 1.0); w = p.xyz; n = mat3(model) * normal; gl_Position = view * p; }`, `
      precision highp float;
      varying vec3 n; varying vec3 w;
      uniform vec3 colour; uniform vec3 eye; uniform float shine;
      void main() {
        vec3 m = normalize(n); vec3 v = normalize(eye - w);
        vec3 key = normalize(vec3(0.55, 1.0, 0.5)); vec3 rim = normalize(vec3(-0.8, 0.25, -0.6));
        float d = max(dot(m, key), 0.0); float b = max(dot(m, rim), 0.0);
        float s = pow(max(dot(m, normalize(key + v)), 0.0), 48.0) * shine;
        float f = pow(1.0 - max(dot(m, v), 0.0), 3.0) * 0.25;
        vec3 c = colour * (0.30 + 0.16 * m.y + 0.72 * d + 0.22 * b) + vec3(s) + vec3(0.45, 0.6, 0.9) * f;
        gl_FragColor = vec4(pow(c, vec3(0.92)), 1.0);
      }`);
    this.floor = this.program(`
      attribute vec3 position; uniform mat4 view; varying vec3 w;
      void main() { w = position; gl_Position = view * vec4(position, 1.0); }`, `
      #extension GL_OES_standard_derivatives : enable
      precision highp float;
      varying vec3 w; uniform vec3 ground; uniform vec3 back; uniform vec3 line;
      void main() {
        vec2 q = w.xz / 0.5; vec2 g = abs(fract(q - 0.5) - 0.5) / fwidth(q);
        float mark = 1.0 - min(min(g.x, g.y), 1.0);
        float far = smoothstep(1.6, 6.5, length(w.xz));
        vec3 c = mix(ground, line, mark * 0.7);
        gl_FragColor = vec4(mix(c, back, far), 1.0);
      }`);
    this.flat = this.program(`
      attribute vec3 position; uniform mat4 view; uniform mat4 model;
      uniform float size;
      void main() { gl_Position = view * model * vec4(position, 1.0); gl_PointSize = size; }`, `
      precision highp float; uniform vec4 colour; void main() { gl_FragColor = colour; }`);
    const buffer = (data) => {
      const id = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, id);
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
      return { id, count: data.length / 6 };
    };
    this.meshes = {
      rod: buffer(ArmView.lathe([[1, 0], [1, 1]])),
      cone: buffer(ArmView.lathe([[1, 0], [0.74, 1]])),
      housing: buffer(ArmView.lathe([[0, -1], [0.8, -1], [0.93, -0.96], [1, -0.84], [1, 0.84], [0.93, 0.96], [0.8, 1], [0, 1]])),
      ring: buffer(ArmView.lathe([[0.55, 1.001], [0.55, 1.03], [0, 1.03]])),
      pedestal: buffer(ArmView.lathe([[1.25, 0], [1.25, 0.08], [1.18, 0.11], [0.86, 0.14], [0.74, 0.9], [0.78, 1], [0, 1]])),
      ball: buffer(ArmView.ball()),
      box: buffer(ArmView.box()),
    };
    this.floorBuffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.floorBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-9, 0, -9, 9, 0, -9, 9, 0, 9, -9, 0, -9, 9, 0, 9, -9, 0, 9]), gl.STATIC_DRAW);
    this.pathBuffer = gl.createBuffer();
  }

  // Places of all bodies: {mesh, model, colour, shine}.
  parts() {
    const orange = [0.95, 0.45, 0.12];
    const dark = [0.17, 0.19, 0.23];
    const steel = [0.62, 0.66, 0.71];
    const list = [];
    // y of the mesh along `direction`, x and z scaled by r.
    const along = (mesh, p, direction, r, length, colour, shine = 0.35) => {
      const y = ArmView.unit(direction);
      const x = ArmView.unit(ArmView.cross(Math.abs(y[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0], y));
      const z = ArmView.cross(x, y);
      list.push({
        mesh, colour, shine,
        model: new Float32Array([x[0] * r, x[1] * r, x[2] * r, 0, y[0] * length, y[1] * length, y[2] * length, 0,
          z[0] * r, z[1] * r, z[2] * r, 0, p[0], p[1], p[2], 1]),
      });
    };
    const joints = this.pose(this.angles);
    along('pedestal', [this.base[0], 0, this.base[2]], [0, 1, 0], 0.2, this.base[1] - 0.02, dark, 0.3);
    const sizes = [0.125, 0.112, 0.094, 0.08, 0.064, 0.05];
    joints.forEach(({ p, next, axis, R }, k) => {
      const r = sizes[k] || 0.05;
      const d = [next[0] - p[0], next[1] - p[1], next[2] - p[2]];
      const length = Math.hypot(...d);
      const isLoad = k === joints.length - 1;
      const half = r * (k === 0 ? 0.55 : 1.18);
      along('housing', p, axis, r, half, dark, 0.5);
      if (k > 0) for (const side of [1, -1]) along('ring', p, axis.map((c) => side * c), r, half, steel, 0.8);
      if (isLoad) {
        along('rod', p, d, 0.022, length, steel, 0.8);
        const s = 0.085;
        list.push({
          mesh: 'box', colour: [0.16, 0.46, 0.83], shine: 0.5,
          model: new Float32Array([...R[0].map((c) => c * s), 0, ...R[1].map((c) => c * s), 0, ...R[2].map((c) => c * s), 0, ...next, 1]),
        });
        return;
      }
      along('cone', p, d, r * 0.82, length, orange, 0.45);
      along('ball', p, axis, r * 0.86, r * 0.86, orange, 0.45);
    });
    return list;
  }

  setPath(points) {
    this.path = new Float32Array(points.flat());
    const gl = this.gl;
    if (!gl) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.pathBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, this.path, gl.STATIC_DRAW);
  }

  setAngles(angles, progress) {
    this.angles = angles;
    this.progress = progress;
  }

  draw() {
    const gl = this.gl;
    if (!gl) return;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const width = Math.round(this.host.clientWidth * ratio);
    const height = Math.round(this.host.clientHeight * ratio);
    if (!width || !height) return;
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    const isDark = document.documentElement.dataset.theme === 'dark';
    const back = isDark ? [0.055, 0.075, 0.105] : [0.86, 0.895, 0.93];
    const ground = isDark ? [0.115, 0.145, 0.185] : [0.945, 0.96, 0.975];
    const line = isDark ? [0.23, 0.29, 0.36] : [0.76, 0.81, 0.86];
    const { turn, rise, target } = this.camera;
    const aspect = width / height;
    const distance = this.camera.distance * (aspect < 1 ? 1 / Math.sqrt(aspect) : 1);
    const eye = [target[0] + distance * Math.cos(rise) * Math.sin(turn), target[1] + distance * Math.sin(rise), target[2] + distance * Math.cos(rise) * Math.cos(turn)];
    const lens = ArmView.perspective(0.72, aspect, 0.05, 40);
    lens[8] = -this.shift;  // moves the picture sideways, where a text stands beside the arm
    const view = ArmView.multiply(lens, ArmView.lookAt(eye, target));

    gl.viewport(0, 0, width, height);
    gl.clearColor(...back, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.enableVertexAttribArray(0);

    gl.useProgram(this.floor.program);
    gl.uniformMatrix4fv(this.floor.at('view'), false, view);
    gl.uniform3fv(this.floor.at('ground'), ground);
    gl.uniform3fv(this.floor.at('back'), back);
    gl.uniform3fv(this.floor.at('line'), line);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.floorBuffer);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 12, 0);
    gl.drawArrays(gl.TRIANGLES, 0, 6);

    const parts = this.parts();
    this.drawShadow(view, parts, isDark);

    gl.useProgram(this.solid.program);
    gl.uniformMatrix4fv(this.solid.at('view'), false, view);
    gl.uniform3fv(this.solid.at('eye'), eye);
    gl.enableVertexAttribArray(1);
    for (const part of parts) {
      const mesh = this.meshes[part.mesh];
      gl.uniformMatrix4fv(this.solid.at('model'), false, part.model);
      gl.uniform3fv(this.solid.at('colour'), part.colour);
      gl.uniform1f(this.solid.at('shine'), part.shine);
      gl.bindBuffer(gl.ARRAY_BUFFER, mesh.id);
      gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 24, 0);
      gl.vertexAttribPointer(1, 3, gl.FLOAT, false, 24, 12);
      gl.drawArrays(gl.TRIANGLES, 0, mesh.count);
    }
    gl.disableVertexAttribArray(1);
    this.drawPath(view);
  }

  // Everything flattened onto the floor along the light, each pixel darkened once.
  drawShadow(view, parts, isDark) {
    const gl = this.gl;
    const light = [0.55, 1, 0.5];
    const flatten = new Float32Array([1, 0, 0, 0, -light[0] / light[1], 0, -light[2] / light[1], 0, 0, 0, 1, 0, 0, 0.002, 0, 1]);
    gl.useProgram(this.flat.program);
    gl.uniformMatrix4fv(this.flat.at('view'), false, ArmView.multiply(view, flatten));
    gl.uniform4f(this.flat.at('colour'), 0, 0.02, 0.06, isDark ? 0.5 : 0.2);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.STENCIL_TEST);
    gl.stencilFunc(gl.EQUAL, 0, 255);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR);
    gl.depthMask(false);
    for (const part of parts) {
      const mesh = this.meshes[part.mesh];
      gl.uniformMatrix4fv(this.flat.at('model'), false, part.model);
      gl.bindBuffer(gl.ARRAY_BUFFER, mesh.id);
      gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 24, 0);
      gl.drawArrays(gl.TRIANGLES, 0, mesh.count);
    }
    gl.depthMask(true);
    gl.disable(gl.STENCIL_TEST);
    gl.disable(gl.BLEND);
  }

  // The way of the load: done bright, to come faint.
  drawPath(view) {
    const gl = this.gl;
    const count = this.path.length / 3;
    if (count < 2) return;
    gl.useProgram(this.flat.program);
    gl.uniformMatrix4fv(this.flat.at('view'), false, view);
    gl.uniformMatrix4fv(this.flat.at('model'), false, new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]));
    gl.enable(gl.BLEND);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.pathBuffer);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 12, 0);
    const done = Math.max(1, Math.round((this.progress || 0) * (count - 1)) + 1);
    gl.uniform4f(this.flat.at('colour'), 0.2, 0.55, 0.95, 0.28);
    gl.uniform1f(this.flat.at('size'), 2 * Math.min(window.devicePixelRatio || 1, 2));
    gl.drawArrays(gl.LINE_STRIP, 0, count);
    gl.uniform4f(this.flat.at('colour'), 0.15, 0.55, 1.0, 1);
    gl.uniform1f(this.flat.at('size'), 3.2 * Math.min(window.devicePixelRatio || 1, 2));
    gl.drawArrays(gl.LINE_STRIP, 0, done);
    gl.drawArrays(gl.POINTS, 0, done);
    gl.disable(gl.BLEND);
  }

  listen() {
    const host = this.host;
    const pointers = new Map();
    host.addEventListener('pointerdown', (event) => {
      host.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      this.spin = false;
    });
    host.addEventListener('pointermove', (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      if (pointers.size === 2) {
        const other = [...pointers.entries()].find(([id]) => id !== event.pointerId)[1];
        const distance = (p) => Math.max(1, Math.hypot(p[0] - other[0], p[1] - other[1]));
        this.zoom(distance(before) / distance([event.clientX, event.clientY]));
      } else {
        this.turn((before[0] - event.clientX) * 0.008, (event.clientY - before[1]) * 0.006);
      }
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      this.draw();
    });
    for (const name of ['pointerup', 'pointercancel']) host.addEventListener(name, (event) => pointers.delete(event.pointerId));
    host.addEventListener('wheel', (event) => {
      if (!page.zoomsByWheel(event)) return;
      event.preventDefault();
      this.zoom(Math.exp(event.deltaY / 600));
    }, { passive: false });
    host.addEventListener('keydown', (event) => {
      const turn = { ArrowLeft: [0.12, 0], ArrowRight: [-0.12, 0], ArrowUp: [0, 0.08], ArrowDown: [0, -0.08] }[event.key];
      const factor = { '+': 0.9, '=': 0.9, '-': 1.1 }[event.key];
      if (!turn && !factor) return;
      event.preventDefault();
      this.spin = false;
      if (turn) this.turn(...turn);
      this.zoom(factor || 1);
    });
  }

  turn(aside, up) {
    this.camera.turn += aside;
    this.camera.rise = Math.min(1.45, Math.max(0.03, this.camera.rise + up));
  }

  zoom(factor) {
    this.camera.distance = Math.min(9, Math.max(1.6, this.camera.distance * factor));
    this.draw();
  }
}
