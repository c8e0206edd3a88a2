import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { resultsPath, resultsPages, resultsStampAddress, studyPath, type ResultsPage } from "#lib/paths.ts";
import { StudyFrame } from "#components/studies/study-frame.tsx";
import { AllLeftOutCallout } from "#components/study-results/all-left-out.tsx";
import { Refresher } from "#components/study-results/refresher.tsx";
import { ViewSwitches } from "#components/study-results/view-switches.tsx";
import { WithoutGoldCallout } from "#components/study-results/without-gold.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { findAllLeftOut } from "#lib/study-results/rows/left-out.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { isInterim, mayShow, writeView, type View } from "#lib/study-results/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  role: "admin" | "researcher";
  page: ResultsPage;
  title: string;
  intro?: ReactNode;
  actions?: ReactNode;
  /** Where the same page is found in another view; without it there is nothing to switch. */
  address?: (query: URLSearchParams) => string;
  children: ReactNode;
};

/** The pages of a study's results, and what holds for every figure in them: whose they are, and whether they are final. */
export async function ResultsFrame(props: Props) {
  const { rows, view, role, page, title, intro, actions, address, children } = props;
  const t = await getTranslations("results");
  const { study } = rows;
  const query = writeView(view);
  const isShown = mayShow(study, view.who);
  const leftOut = isShown && address ? findAllLeftOut(rows, view) : null;
  return (
    <StudyFrame study={study} role={role} page="results" title={title} intro={intro} actions={actions}>
      <div className="grid min-w-0 gap-6">
        <TabLinks
          label={t("pages.label")}
          items={listPages(rows).map((one) => ({
            href: resultsPath(study.slug, one, query),
            label: t(`pages.${one}`),
            current: one === page,
          }))}
        />
        {view.who === "simulated" && <Callout tone="warning">{t("simulated")}</Callout>}
        {isInterim(study) && isShown && (
          <Callout tone="warning" title={t("interim.title")}>
            {t("interim.body")}
            <Refresher address={resultsStampAddress(study.slug)} stamp={rows.stamp} />
          </Callout>
        )}
        {isShown ? (
          <>
            {address && <ViewSwitches rows={rows} view={view} address={address} />}
            {address && <WithoutGoldCallout rows={rows} view={view} />}
            {address && leftOut && (
              <AllLeftOutCallout
                found={leftOut}
                who={view.who}
                href={address(writeView({ ...view, excluded: "with" }))}
              />
            )}
            {(!leftOut || showsLeftOut.includes(page)) && children}
          </>
        ) : (
          <EmptyState
            title={t("notYet.title")}
            action={<ButtonLink href={studyPath(study.slug)}>{t("notYet.toLive")}</ButtonLink>}
          >
            {t("notYet.body")}
          </EmptyState>
        )}
      </div>
    </StudyFrame>
  );
}

/** Where there is something to see though nobody counts: who they are, and what models made of the cases. */
const showsLeftOut: readonly ResultsPage[] = ["people", "cases"];

const listPages = ({ study }: StudyRows): ResultsPage[] =>
  resultsPages.filter((page) => page !== "calibration" || study.design.questions.confidence.ask !== "off");
