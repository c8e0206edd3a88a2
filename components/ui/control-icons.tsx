import { Drawn, signs } from "#components/ui/icons.tsx";

const paths = {
  ...signs,
  up: "M5 12l5-5 5 5",
  either: "M6.5 8L10 4.5 13.5 8M6.5 12l3.5 3.5 3.5-3.5",
  copy: "M7 7V3.5h9.5V13H13M3.5 7H13v9.5H3.5z",
  sun: "M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1",
  moon: "M16 12.3A6.5 6.5 0 0 1 7.7 4 6.5 6.5 0 1 0 16 12.3z",
  screen: "M3 4h14v9.5H3zM7.5 17h5M10 13.5V17",
  dots: "M4.5 10h.01M10 10h.01M15.5 10h.01",
  search: "M8.5 3a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M12.5 12.5L17 17",
  menu: "M3.5 6h13M3.5 10h13M3.5 14h13",
} as const;

/** Of what can be pressed. */
export const ControlIcon = ({ name, className }: { name: keyof typeof paths; className?: string }) => (
  <Drawn path={paths[name]} className={className} />
);
