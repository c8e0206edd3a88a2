import type { ReactNode } from "react";

type Props = {
  id: string;
  title: string;
  /** Where it can still be changed. */
  change?: { href: string; label: string } | undefined;
  children: ReactNode;
};

export function PlanSection({ id, title, change, children }: Props) {
  return (
    <section aria-labelledby={id} className="grid gap-4 border-t border-line pt-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id={id} className="text-xl font-semibold">
          {title}
        </h2>
        {change && (
          <a href={change.href} className="no-print text-accent underline">
            {change.label}
          </a>
        )}
      </div>
      {children}
    </section>
  );
}

/** Sentences that belong together; those that don't apply are left out. */
export function Prose({ children }: { children: readonly (ReactNode | false | null)[] }) {
  const said = children.filter((one) => one !== false && one !== null);
  return (
    <div className="measure grid gap-2">
      {said.map((one, index) => (
        <p key={index}>{one}</p>
      ))}
    </div>
  );
}
