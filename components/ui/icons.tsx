import clsx from "clsx";

/** What every page may need, a participant’s first among them; the others stand in control-icons.tsx. */
export const signs = {
  check: "M4 10.5l4 4 8-9",
  cross: "M5 5l10 10M15 5L5 15",
  info: "M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15M10 9.2v4.6M10 6.3v.1",
  warning: "M10 3L2.3 16.5h15.4zM10 8.2v3.9M10 14.2v.1",
  down: "M5 8l5 5 5-5",
} as const;

export type IconName = keyof typeof signs;

export const Icon = ({ name, className }: { name: IconName; className?: string }) => (
  <Drawn path={signs[name]} className={className} />
);

export const Drawn = ({ path, className }: { path: string; className?: string }) => (
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
    <path d={path} />
  </svg>
);
