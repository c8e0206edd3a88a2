import clsx from "clsx";
import { useTranslations } from "next-intl";
import { TextLink } from "#components/ui/link.tsx";

export type Crumb = { href: string; name: string };

/** The pages above the one whose heading follows, the outermost first. */
export function Breadcrumbs({ path, className }: { path: Crumb | readonly Crumb[]; className?: string }) {
  const t = useTranslations("shell");
  return (
    <nav aria-label={t("path")} className={clsx("shrink-0", className)}>
      <ol role="list" className="flex flex-wrap items-center gap-x-2.5">
        {[path].flat().map(({ href, name }) => (
          <li key={href} className="flex items-center gap-x-2.5">
            <TextLink href={href}>
              <bdi>{name}</bdi>
            </TextLink>
            <span aria-hidden className="text-ink-muted">
              /
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
