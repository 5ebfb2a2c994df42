// The bodies in space. Loaded when a model has some: three.js is a chunk of its own.
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Motion, Solid } from "./bodies";
import { valueAt } from "./plot";

// Unit shapes along x.
function geometryOf(kind: string): THREE.BufferGeometry {
  if (kind === "sphere") return new THREE.SphereGeometry(0.5, 28, 18).translate(0.5, 0, 0);
  if (kind === "cone") return new THREE.ConeGeometry(0.5, 1, 28).rotateZ(-Math.PI / 2).translate(0.5, 0, 0);
  if (["cylinder", "pipe", "pipecylinder", "gearwheel", "spring"].includes(kind)) return new THREE.CylinderGeometry(0.5, 0.5, 1, 28).rotateZ(-Math.PI / 2).translate(0.5, 0, 0);
  return new THREE.BoxGeometry(1, 1, 1).translate(0.5, 0, 0);
}

// Smooth edges cost four times as much: not without a graphics processor.
const smooth = () => !!document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: true });

export class Stage {
  private renderer = new THREE.WebGLRenderer({ antialias: smooth(), alpha: true });
  private scene = new THREE.Scene();
  private camera = new THREE.PerspectiveCamera(40, 1, 0.01, 1000);
  private controls: OrbitControls;
  private rods: { mesh: THREE.Mesh; from: string; to: string; radius: number }[] = [];
  private solids: { mesh: THREE.Mesh; solid: Solid }[] = [];
  private joints: { mesh: THREE.Mesh; frame: string }[] = [];
  private observer: ResizeObserver;
  private frameRequest = 0;

  constructor(private host: HTMLElement, private motion: Motion, gravity: "y" | "z") {
    host.append(this.renderer.domElement);
    this.renderer.domElement.setAttribute("role", "img");
    this.renderer.domElement.setAttribute("aria-label", "the bodies of the model in space");
    this.camera.up.set(0, gravity === "y" ? 1 : 0, gravity === "z" ? 1 : 0);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x666688, 2.2));
    const sun = new THREE.DirectionalLight(0xffffff, 1.6);
    sun.position.set(3, 8, 6);
    this.scene.add(sun);
    this.build(gravity);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(host);
    this.controls.addEventListener("change", () => this.refresh());
    this.refresh();
  }

  // Drawn once in the next frame, however often it is asked for.
  private refresh() {
    this.frameRequest ||= requestAnimationFrame(() => {
      this.frameRequest = 0;
      this.renderer.render(this.scene, this.camera);
    });
  }

  // The same bodies moving otherwise, as a slider makes them. False: these are others.
  replace(motion: Motion): boolean {
    const bodies = (m: Motion) => JSON.stringify([m.sticks, m.solids.map((s) => [s.name, s.kind])]);
    if (bodies(motion) !== bodies(this.motion)) return false;
    this.motion = motion;
    this.solids.forEach((each, i) => (each.solid = motion.solids[i]));
    return true;
  }

  position(frame: string, time: number): THREE.Vector3 {
    const curves = this.motion.frames.get(frame)!;
    return new THREE.Vector3(...(curves.map((c) => valueAt(c, time) ?? 0) as [number, number, number]));
  }

  private build(gravity: "y" | "z") {
    const t = this.motion.times;
    const box = new THREE.Box3();
    for (let k = 0; k <= 12; ++k) for (const frame of this.motion.frames.keys()) box.expandByPoint(this.position(frame, t[Math.round((k / 12) * (t.length - 1))]));
    const size = Math.max(box.getSize(new THREE.Vector3()).length(), 1e-3), centre = box.getCenter(new THREE.Vector3());
    const colours = [0x6366f1, 0xf43f5e, 0x10b981, 0xf59e0b, 0x0ea5e9, 0xa855f7, 0x84cc16];
    const names = [...new Set(this.motion.sticks.map((s) => s.component))];
    for (const solid of this.motion.solids) {
      const colour = new THREE.Color().setRGB(...([1, 2, 3].map((i) => (valueAt(solid.curves.get(`color[${i}]`)!, t[0]) ?? 160) / 255) as [number, number, number]), THREE.SRGBColorSpace);
      const mesh = new THREE.Mesh(geometryOf(solid.kind), new THREE.MeshStandardMaterial({ color: colour, roughness: 0.5, metalness: 0.1 }));
      mesh.matrixAutoUpdate = false;
      this.solids.push({ mesh, solid });
      this.scene.add(mesh);
    }
    // what has a shape of its own needs no line
    const shaped = new Set(this.motion.solids.map((s) => s.name.slice(0, s.name.lastIndexOf("."))));
    for (const stick of this.motion.sticks.filter((s) => !shaped.has(s.component))) {
      const radius = 0.018 * size;
      const colour = colours[names.indexOf(stick.component) % colours.length];
      const mesh = new THREE.Mesh(new THREE.CylinderGeometry(1, 1, 1, 20), new THREE.MeshStandardMaterial({ color: colour, roughness: 0.45, metalness: 0.1 }));
      this.rods.push({ mesh, from: stick.from, to: stick.to, radius });
      this.scene.add(mesh);
    }
    for (const frame of this.motion.solids.length ? [] : this.motion.frames.keys()) {
      const mesh = new THREE.Mesh(new THREE.SphereGeometry(0.021 * size, 20, 14), new THREE.MeshStandardMaterial({ color: 0x94a3b8, roughness: 0.6 }));
      this.joints.push({ mesh, frame });
      this.scene.add(mesh);
    }
    const grid = new THREE.GridHelper(2 * size, 20, 0x8888aa, 0x8888aa);
    (grid.material as THREE.Material).transparent = true;
    (grid.material as THREE.Material).opacity = 0.25;
    if (gravity === "z") grid.rotation.x = Math.PI / 2;
    grid.position.copy(centre);
    if (gravity === "y") grid.position.y = box.min.y - 0.03 * size;
    else grid.position.z = box.min.z - 0.03 * size;
    this.scene.add(grid);
    this.controls.target.copy(centre);
    const away = new THREE.Vector3(0.9, 0.55, 1.1);
    if (gravity === "z") away.set(1.1, -0.9, 0.55);
    this.camera.position.copy(centre).addScaledVector(away, 1.1 * size);
    this.camera.near = size / 500;
    this.camera.far = size * 50;
    this.controls.update();
    this.show(t[0]);
  }

  show(time: number) {
    const up = new THREE.Vector3(0, 1, 0);
    for (const rod of this.rods) {
      const a = this.position(rod.from, time), b = this.position(rod.to, time);
      const along = b.clone().sub(a), length = along.length();
      rod.mesh.visible = length > 1e-9;
      if (!rod.mesh.visible) continue;
      rod.mesh.position.copy(a).addScaledVector(along, 0.5);
      rod.mesh.quaternion.setFromUnitVectors(up, along.normalize());
      rod.mesh.scale.set(rod.radius, length, rod.radius);
    }
    for (const { mesh, solid } of this.solids) {
      const matrix = this.solidMatrix(solid, time);
      mesh.visible = !!matrix;
      if (matrix) mesh.matrix.copy(matrix);
    }
    for (const joint of this.joints) joint.mesh.position.copy(this.position(joint.frame, time));
    this.refresh();
  }

  // From the unit shape (along x from 0 to 1, y and z from -1/2 to 1/2) to the world, as Visualizers.Advanced.Shape says: r and the orientation R
  // (its rows are the axes of the frame) place a frame, r_shape, lengthDirection and widthDirection the shape in it. Null: it has no size.
  solidMatrix(solid: Solid, time: number): THREE.Matrix4 | null {
    const at = (part: string) => valueAt(solid.curves.get(part)!, time) ?? 0;
    const vector = (part: string) => new THREE.Vector3(at(`${part}[1]`), at(`${part}[2]`), at(`${part}[3]`));
    const row = (i: number) => [at(`R.T[${i},1]`), at(`R.T[${i},2]`), at(`R.T[${i},3]`)];
    const turn = new THREE.Matrix4().fromArray([...row(1), 0, ...row(2), 0, ...row(3), 0, 0, 0, 0, 1]); // by columns: back to the world
    const x = vector("lengthDirection");
    if (x.length() < 1e-10) x.set(1, 0, 0);
    x.normalize();
    const z = x.clone().cross(vector("widthDirection"));
    if (z.length() < 1e-10) z.copy(x).cross(Math.abs(x.x) > 0.9 ? new THREE.Vector3(0, 1, 0) : new THREE.Vector3(1, 0, 0));
    z.normalize();
    const y = z.clone().cross(x);
    const size = [at("length"), at("width"), at("height")];
    if (size.every((v) => Math.abs(v) < 1e-12)) return null;
    const origin = vector("r").add(vector("r_shape").applyMatrix4(turn));
    const place = new THREE.Matrix4().makeBasis(...([x, y, z].map((axis) => axis.applyMatrix4(turn)) as [THREE.Vector3, THREE.Vector3, THREE.Vector3])).setPosition(origin);
    return place.multiply(new THREE.Matrix4().makeScale(...(size.map((v) => Math.max(Math.abs(v), 1e-9) * (v < 0 ? -1 : 1)) as [number, number, number])));
  }

  // Where the bodies are now, for tests.
  poses(time: number) {
    return Object.fromEntries([...this.motion.frames.keys()].map((frame) => [frame, this.position(frame, time).toArray()]));
  }
  solidPoses(time: number) {
    return Object.fromEntries(this.motion.solids.map((solid) => [solid.name, this.solidMatrix(solid, time)?.toArray() ?? null]));
  }

  private resize() {
    const { clientWidth: w, clientHeight: h } = this.host;
    if (!w || !h) return;
    this.renderer.setPixelRatio(devicePixelRatio);
    this.renderer.setSize(w, h, false);
    this.camera.aspect = w / h;
    this.camera.updateProjectionMatrix();
    this.refresh();
  }

  dispose() {
    cancelAnimationFrame(this.frameRequest);
    this.observer.disconnect();
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }
}
