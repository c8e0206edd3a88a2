import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button.tsx";

type Props = {
  title: string;
  children?: ReactNode;
  /** Where one goes to change that. */
  link?: { href: string; label: string };
  action?: ReactNode;
};

export function EmptyState({ title, children, link, action }: Props) {
  return (
    <section className="rounded-lg border border-dashed border-edge px-6 py-12 text-center">
      <h2 className="text-xl font-semibold">{title}</h2>
      {children && <div className="measure mx-auto mt-2 text-ink-muted">{children}</div>}
      {(link || action) && (
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          {link && (
            <ButtonLink href={link.href} variant="primary">
              {link.label}
            </ButtonLink>
          )}
          {action}
        </div>
      )}
    </section>
  );
}
