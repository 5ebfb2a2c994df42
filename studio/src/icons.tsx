// The signs on buttons, drawn here.
const paths: Record<string, string> = {
  play: "M7 5l11 7-11 7z",
  stop: "M7 7h10v10H7z",
  pause: "M8 6v12M16 6v12",
  shapes: "M4 4h9v9H4zM15 10a5 5 0 11-5 5",
  save: "M5 5h11l3 3v11H5zM8 5v5h7V5M8 19v-6h8v6",
  undo: "M9 7L5 11l4 4M5 11h9a5 5 0 010 10h-2",
  redo: "M15 7l4 4-4 4M19 11h-9a5 5 0 000 10h2",
  plus: "M12 5v14M5 12h14",
  list: "M5 7h14M5 12h14M5 17h9",
  folder: "M4 7h6l2 2h8v10H4z",
  library: "M5 5h4v14H5zM11 5h3v14h-3zM16.500 6l3-.700 2 13-3 .700z",
  sun: "M12 8a4 4 0 100 8 4 4 0 000-8M12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600l1.400 1.400M17 17l1.400 1.400M5.600 18.400L7 17M17 7l1.400-1.400",
  moon: "M19 14.500A8 8 0 119.500 5a6.500 6.500 0 009.500 9.500z",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  rotate: "M19 12a7 7 0 11-2.500-5.400M19 4v4h-4",
  flip: "M12 4v16M9 7L4 17h5zM15 7l5 10h-5z",
  row: "M3 12h3M18 12h3M11 12h2M6 8h5v8H6zM13 9h5v6h-5z",
  column: "M12 3v3M12 18v3M12 11v2M8 6h8v5H8zM9 13h6v5H9z",
  trash: "M5 7h14M9 7V5h6v2M7 7l1 13h8l1-13",
  edit: "M5 19l1-4L16 5l3 3L9 18z",
  enter: "M5 5h9v14H5M11 12h9M17 9l3 3-3 3",
  help: "M9 9a3 3 0 115 2c-1.500 1-2 1.500-2 3M12 17.500v.500",
  eye: "M3 12s3.500-6 9-6 9 6 9 6-3.500 6-9 6-9-6-9-6zM12 9.500a2.500 2.500 0 100 5 2.500 2.500 0 000-5",
  gear: "M12 9a3 3 0 100 6 3 3 0 000-6M12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.100 2.100M16.300 16.300l2.100 2.100M5.600 18.400l2.100-2.100M16.300 7.700l2.100-2.100",
  text: "M8 6l-5 6 5 6M16 6l5 6-5 6",
  home: "M4 12l8-7 8 7M6 10.500V19h12v-8.500",
  chart: "M4 4v16h16M7 15l4-5 3 3 5-7",
  flask: "M9 3h6M10 3v6L4.500 19a1.500 1.500 0 001.400 2h12.200a1.500 1.500 0 001.400-2L14 9V3M7.500 15h9",
  clock: "M12 4a8 8 0 100 16 8 8 0 000-16M12 8v4l3 2",
  sum: "M17 6V5H7l5 7-5 7h10v-1",
  pin: "M9 4h6l-1 6 3 3H7l3-3zM12 13v7",
  cube: "M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.500 8-4.500M12 12v9",
};
export const Icon = ({ name }: { name: string }) => (
  <svg class="sign" viewBox="0 0 24 24" width="18" height="18" fill={name === "play" || name === "stop" ? "currentColor" : "none"} stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);
