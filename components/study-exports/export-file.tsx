import clsx from "clsx";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";

type FileProps = {
  name: string;
  holds: ReactNode;
  /** Too many buttons to stand beside the words. */
  isLong?: boolean;
  children: ReactNode;
};

/** A line of the list of files: what it holds, and a button for each form that it can be had in. */
export function File({ name, holds, isLong = false, children }: FileProps) {
  return (
    <li className="grid items-center gap-x-4 gap-y-1 px-4 py-0.75 max-lg:py-2 sm:grid-cols-[9rem_1fr] lg:grid-cols-[9rem_1fr_auto]">
      <h3 className="font-medium">{name}</h3>
      <div className={clsx("text-sm text-ink-muted", isLong && "lg:col-span-2")}>{holds}</div>
      <p
        className={clsx(
          "flex flex-wrap items-start gap-2 sm:col-start-2",
          isLong ? "lg:col-end-4" : "lg:col-start-3",
        )}
      >
        {children}
      </p>
    </li>
  );
}

type TakeProps = { to: string; of: string; track?: string; children: string };

/** What it is of stands in the row; who hears the button alone is told too. */
export function Take({ to, of, track, children }: TakeProps) {
  return (
    <Button
      type="submit"
      size="small"
      formAction={to}
      {...(track === undefined ? {} : { name: "track", value: track })}
    >
      <span className="sr-only">{of}:</span>
      <bdi>{children}</bdi>
    </Button>
  );
}
