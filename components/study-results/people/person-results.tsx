import { getTranslations } from "next-intl/server";
import { PersonStrip } from "#components/study-results/answer-map/person-strip.tsx";
import { PersonAnswers } from "#components/study-results/people/person-answers.tsx";
import { PersonFacts } from "#components/study-results/people/person-facts.tsx";
import { resultsPath, resultsPersonPath } from "#lib/paths.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import type { PersonTexts } from "#lib/study-results/people/person-queries.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

export type PersonProps = { rows: StudyRows; view: View; index: number; texts: PersonTexts };

/** One participant: their answers at a glance, a summary, then everything they answered. */
export async function PersonResults(props: PersonProps) {
  return (
    <div className="grid min-w-0 gap-10">
      <Around {...props} />
      <PersonStrip {...props} />
      <PersonFacts {...props} />
      <PersonAnswers {...props} />
    </div>
  );
}

async function Around({ rows, view, index }: PersonProps) {
  const t = await getTranslations("resultsPeople.person");
  const { slug } = rows.study;
  const isLike = ({ who }: { who: View["who"] }) => who === view.who;
  const before = rows.people.slice(0, index).findLast(isLike);
  const after = rows.people.slice(index + 1).find(isLike);
  const query = writeView(view);
  return (
    <nav aria-label={t("around")} className="flex flex-wrap gap-3 print:hidden">
      <ButtonLink href={resultsPath(slug, "people", query)}>{t("back")}</ButtonLink>
      {before && (
        <ButtonLink href={resultsPersonPath(slug, before.number, query)} rel="prev" variant="quiet">
          ← {t("previous", { number: before.number })}
        </ButtonLink>
      )}
      {after && (
        <ButtonLink href={resultsPersonPath(slug, after.number, query)} rel="next" variant="quiet">
          {t("next", { number: after.number })} →
        </ButtonLink>
      )}
    </nav>
  );
}
