import clsx from "clsx";

/** `label` is what a screen reader hears in place of the grey bars. */
export function Skeleton({ label, lines = 3 }: { label: string; lines?: number }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span
          key={line}
          aria-hidden
          className={clsx("h-4 animate-pulse rounded-sm bg-line", line === lines - 1 ? "w-2/3" : "w-full")}
        />
      ))}
    </div>
  );
}
