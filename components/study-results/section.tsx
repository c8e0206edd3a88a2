import clsx from "clsx";
import type { ReactNode } from "react";

type Props = { id: string; title: ReactNode; className?: string; children: ReactNode };

/** A part of a page, named by its heading. */
export const Section = ({ id, title, className = "gap-3", children }: Props) => (
  <section aria-labelledby={id} className={clsx("grid min-w-0", className)}>
    <h2 id={id} className="text-xl font-semibold">
      {title}
    </h2>
    {children}
  </section>
);
