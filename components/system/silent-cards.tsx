import { useLocale, useTranslations } from "next-intl";
import { Link } from "#components/ui/link.tsx";
import type { SilentCard } from "#lib/cards/silent-queries.ts";
import { studyCardPath } from "#lib/paths.ts";
import { formatSelectedCases } from "#lib/study-results/overview/selection-words.ts";

/** Each leads to where it is published anew or switched off. */
export function SilentCards({ cards }: { cards: readonly SilentCard[] }) {
  const t = useTranslations("system.cards");
  const locale = useLocale();
  if (cards.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {cards.map(({ slug, title, issue, unnamed }) => (
        <li key={slug} className="measure">
          {t.rich("silent", {
            issue,
            cases: formatSelectedCases(unnamed, locale) ?? "",
            link: () => (
              <Link href={studyCardPath(slug)} className="text-accent underline">
                <bdi>{title}</bdi>
              </Link>
            ),
          })}
        </li>
      ))}
    </ul>
  );
}
