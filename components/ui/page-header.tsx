import type { ReactNode } from "react";

export function PageHeader({
  title,
  intro,
  actions,
}: {
  title: string;
  intro?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="mb-8 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div className="grid min-w-0 gap-2">
        <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
        {intro && <div className="measure text-ink-muted">{intro}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  );
}
