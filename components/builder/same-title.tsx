import { useTranslations } from "next-intl";
import { Callout } from "#components/ui/callout.tsx";
import { Link } from "#components/ui/link.tsx";
import { studyPath } from "#lib/paths.ts";
import type { StudyState } from "#lib/studies/schema.ts";

type Props = { studies: readonly { slug: string; title: string; state: StudyState }[] };

/** Two studies of one name are told apart by their addresses alone: said while the name is easily changed. */
export function SameTitle({ studies }: Props) {
  const t = useTranslations();
  if (studies.length === 0) return null;
  return (
    <div className="mb-6">
      <Callout tone="warning" title={t("builder.sameTitle.title", { count: studies.length })}>
        <ul className="grid gap-1">
          {studies.map(({ slug, title, state }) => (
            <li key={slug}>
              <Link href={studyPath(slug)} className="text-accent underline">
                <bdi>{title}</bdi>
              </Link>{" "}
              <span className="text-ink-muted">
                {t("builder.sameTitle.which", { slug, state: t(`studies.states.${state}.name`) })}
              </span>
            </li>
          ))}
        </ul>
        <p>{t("builder.sameTitle.rename")}</p>
      </Callout>
    </div>
  );
}
