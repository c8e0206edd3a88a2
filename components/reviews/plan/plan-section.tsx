import type { ReactNode } from "react";

/** A part of the plan that findings lead to. */
export function PlanSection({
  id,
  title,
  about,
  children,
}: {
  id: string;
  title: string;
  about?: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="grid gap-5 border-t border-line pt-6">
      <div className="grid gap-1">
        <h2 id={id} className="scroll-mt-20 text-xl font-semibold">
          {title}
        </h2>
        {about && <p className="measure text-ink-muted">{about}</p>}
      </div>
      {children}
    </section>
  );
}
