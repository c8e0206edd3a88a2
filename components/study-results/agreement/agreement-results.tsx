import { getTranslations } from "next-intl/server";
import { resultsPath } from "#lib/paths.ts";
import { AlternativeSection } from "#components/study-results/agreement/alternative-section.tsx";
import { FiguresSection } from "#components/study-results/agreement/figures-section.tsx";
import { GoldSection } from "#components/study-results/agreement/gold-section.tsx";
import { SelfSection } from "#components/study-results/agreement/self-section.tsx";
import { PeersSection } from "#components/study-results/agreement/peers-section.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { readAgreementQuery } from "#lib/study-results/agreement/alternative.ts";
import type { ToldSelfAgreement } from "#lib/study-results/agreement/self-agreement-schema.ts";
import { getCompared, hasParts, hasRight } from "#lib/study-results/rows/choices.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  asked: Readonly<Record<string, unknown>>;
  /** Null where no case comes again. */
  self: Promise<ToldSelfAgreement | null> | null;
};

export async function AgreementResults({ rows, view, asked, self }: Props) {
  const t = await getTranslations("resultsAgreement");
  const { page, model, check } = readAgreementQuery(asked);
  if (hasParts(rows))
    return (
      <div className="grid min-w-0 gap-10">
        <EmptyState
          title={t("byParts.title")}
          action={
            <ButtonLink href={resultsPath(rows.study.slug, "overview", writeView(view))}>
              {t("byParts.action")}
            </ButtonLink>
          }
        >
          {t("byParts.body")}
        </EmptyState>
        <SelfSection figures={self} />
      </div>
    );
  if (getCompared(rows, view).answers.length === 0)
    return (
      <EmptyState
        title={t("noAnswers.title")}
        action={
          <ButtonLink href={resultsPath(rows.study.slug, "people", writeView(view))}>
            {t("noAnswers.action")}
          </ButtonLink>
        }
      >
        {t("noAnswers.body")}
      </EmptyState>
    );
  return (
    <div className="grid min-w-0 gap-10">
      <FiguresSection rows={rows} view={view} />
      <SelfSection figures={self} />
      <PeersSection rows={rows} view={view} page={page} />
      {hasRight(rows) && <AlternativeSection rows={rows} view={view} asked={model} />}
      {hasRight(rows) && <GoldSection rows={rows} view={view} isAsked={check !== null} />}
    </div>
  );
}
