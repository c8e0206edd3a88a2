import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { openStudy } from "#app/(staff)/open-subject.ts";
import { CardAddresses } from "#components/cards/card-addresses.tsx";
import { PublishCard, WithdrawCard } from "#components/cards/publish-card.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { StudyFrame } from "#components/studies/study-frame.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { TextLink } from "#components/ui/link.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { hasRole } from "#lib/auth/viewer.ts";
import { absoluteUrl } from "#lib/auth/request/visitor.ts";
import { getCardState, type CardState } from "#lib/cards/queries.ts";
import { listSilentCards } from "#lib/cards/silent-queries.ts";
import { env } from "#lib/env.ts";
import { designPath, resultsPath, studyPath } from "#lib/paths.ts";
import { isRunning } from "#lib/studies/schema.ts";
import type { Filter } from "#lib/studies/selectors/schema.ts";
import { formatSelectedCases } from "#lib/study-results/overview/selection-words.ts";
import { getStamp } from "#lib/study-results/rows/rows-queries.ts";

export const generateMetadata = nameStudyWindow((t) => t("cards.staff.title"));

const unset = { withModels: false, licence: null, contact: null };

export default async function StudyCardPage({ params }: PageProps<"/studies/[slug]/card">) {
  const viewer = await requireViewer("researcher", "admin");
  const study = await openStudy(viewer, params);
  const { slug } = study;
  const isAdmin = viewer.role === "admin";
  if (study.state === "draft") redirect(isAdmin ? designPath(slug, "check") : studyPath(slug));
  const [card, stamp, silent] = await Promise.all([
    getCardState(study.id),
    getStamp(viewer, slug),
    hasRole(viewer, ["admin"]) ? listSilentCards(viewer, { slug }) : [],
  ]);
  const t = await getTranslations("cards.staff");
  const shown = card?.isPublished ? card : null;
  return (
    <StudyFrame study={study} role={viewer.role} page="results">
      <SectionHeader
        title={t("title")}
        intro={t("intro")}
        actions={<TextLink href={resultsPath(slug, "report")}>{t("toReport")}</TextLink>}
      />
      <ClientWords of={["cards.staff", "shell"]}>
        <div className="grid gap-8">
          {isRunning(study.state) ? (
            <p>{t("errors.not_closed")}</p>
          ) : (
            <>
              <div className="grid gap-3">
                <Standing card={shown} stamp={stamp} isAdmin={isAdmin} />
                {silent.length > 0 && <SilentNote unnamed={silent.flatMap(({ unnamed }) => unnamed)} />}
                {isAdmin && env.publicUrl === null && <Callout tone="warning">{t("noAddress")}</Callout>}
              </div>
              {shown && <CardAddresses code={shown.code} origin={await absoluteUrl("")} />}
              {isAdmin && (
                <section aria-labelledby="card-form" className="grid gap-3">
                  <h3 id="card-form" className="text-lg font-semibold">
                    {t("form.title")}
                  </h3>
                  <PublishCard
                    key={card?.issue}
                    slug={slug}
                    settings={card ?? unset}
                    isPublished={shown !== null}
                  />
                </section>
              )}
              {isAdmin && shown && (
                <div>
                  <WithdrawCard slug={slug} />
                </div>
              )}
            </>
          )}
        </div>
      </ClientWords>
    </StudyFrame>
  );
}

/** It was signed before the product knew, or before anybody said, who filtered the benchmark. */
async function SilentNote({ unnamed }: { unnamed: readonly Filter[] }) {
  const t = await getTranslations("cards.staff");
  const cases = formatSelectedCases(unnamed, await getLocale()) ?? "";
  return <Callout tone="warning">{t("silent", { cases })}</Callout>;
}

type StandingProps = { card: CardState | null; stamp: string | null; isAdmin: boolean };

/** Whether it is published, and whether it still says what the results say. */
async function Standing({ card, stamp, isAdmin }: StandingProps) {
  const t = await getTranslations("cards.staff");
  const format = await getFormatter();
  if (!card) return <p>{t(isAdmin ? "off" : "offReader")}</p>;
  if (card.stamp === null || card.issuedAt === null) return <Callout tone="info">{t("due")}</Callout>;
  const date = format.dateTime(card.issuedAt, { dateStyle: "long", timeStyle: "short" });
  return (
    <>
      <Callout tone="success">{t("on", { issue: card.issue, date })}</Callout>
      {card.stamp !== stamp && <Callout tone="warning">{t("older")}</Callout>}
    </>
  );
}
