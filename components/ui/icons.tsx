import clsx from "clsx";

const paths = {
  check: "M4 10.5l4 4 8-9",
  cross: "M5 5l10 10M15 5L5 15",
  info: "M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15M10 9.2v4.6M10 6.3v.1",
  warning: "M10 3L2.3 16.5h15.4zM10 8.2v3.9M10 14.2v.1",
  down: "M5 8l5 5 5-5",
  up: "M5 12l5-5 5 5",
  either: "M6.5 8L10 4.5 13.5 8M6.5 12l3.5 3.5 3.5-3.5",
  copy: "M7 7V3.5h9.5V13H13M3.5 7H13v9.5H3.5z",
  sun: "M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1",
  moon: "M16 12.3A6.5 6.5 0 0 1 7.7 4 6.5 6.5 0 1 0 16 12.3z",
  screen: "M3 4h14v9.5H3zM7.5 17h5M10 13.5V17",
  menu: "M3.5 6h13M3.5 10h13M3.5 14h13",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      className={clsx("size-5 shrink-0", className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={paths[name]} />
    </svg>
  );
}
