import type { ReactNode } from "react";

export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <section className="rounded-lg border border-dashed border-edge px-6 py-12 text-center">
      <h2 className="text-xl font-semibold">{title}</h2>
      {children && <div className="measure mx-auto mt-2 text-ink-muted">{children}</div>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </section>
  );
}
