import type { ReactNode } from "react";
import { Breadcrumbs, type Crumb } from "#components/ui/breadcrumbs.tsx";

type Props = { title: string; intro?: ReactNode; actions?: ReactNode };

/** `path`: the pages above this one, where the navigation doesn't lead here. */
export function PageHeader({ title, intro, actions, path }: Props & { path?: Crumb | readonly Crumb[] }) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
      <div className="grid min-w-0 gap-1">
        {path && <Breadcrumbs path={path} />}
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {intro && <div className="measure text-ink-muted">{intro}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  );
}

/** Of what lies below a tab: the tab names where one is, this what one looks at. */
export function SectionHeader({ title, intro, actions }: Props) {
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-8 gap-y-2">
      <div className="grid min-w-0 gap-0.5">
        <h2 className="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h2>
        {intro && <div className="measure text-ink-muted">{intro}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}

type SectionProps = { id: string; title: ReactNode; className?: string; children: ReactNode };

/** A part of a page, named by the heading above it. */
export const Section = ({ id, title, className = "grid gap-4", children }: SectionProps) => (
  <section aria-labelledby={id} className={className}>
    <h2 id={id} className="text-xl font-semibold">
      {title}
    </h2>
    {children}
  </section>
);
