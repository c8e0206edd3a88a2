import { getTranslations } from "next-intl/server";
import { Badge } from "#components/ui/badge.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { Feedback as FeedbackTold } from "#lib/passage-reports/queries.ts";

type Author = Pick<FeedbackTold["comments"][number], "participant" | "isSimulated">;

/** What participants told of passages, and at the end. Nothing at all as long as nobody did. */
export async function Feedback({ reports, comments }: FeedbackTold) {
  const t = await getTranslations("live.feedback");
  if (reports.length + comments.length === 0) return null;
  const who = ({ participant, isSimulated }: Author) => (
    <span className="flex flex-wrap items-center gap-2">
      {participant}
      {isSimulated && <Badge tone="warning">{t("simulated")}</Badge>}
    </span>
  );
  const passages = new Set(reports.map(({ track, key }) => `${track} ${key}`)).size;
  return (
    <section aria-labelledby="feedback" className="mt-12 grid gap-4">
      <h2 id="feedback" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <p>{t("counted", { reports: reports.length, passages, comments: comments.length })}</p>
      {reports.length > 0 && (
        <Table
          caption={t("reports")}
          hideCaption={false}
          columns={[
            { key: "case", label: t("case") },
            { key: "who", label: t("participant") },
            { key: "kind", label: t("kind") },
            { key: "words", label: t("words") },
          ]}
          rows={reports.map((report, i) => ({
            id: String(i),
            cells: {
              case: `${report.track} ${report.key}`,
              who: who(report),
              kind: t(`kinds.${report.kind}`),
              words: <Words>{report.words}</Words>,
            },
          }))}
        />
      )}
      {comments.length > 0 && (
        <Table
          caption={t("comments")}
          hideCaption={false}
          columns={[
            { key: "who", label: t("participant") },
            { key: "words", label: t("words") },
          ]}
          rows={comments.map((said, i) => ({
            id: String(i),
            cells: { who: who(said), words: <Words>{said.comment}</Words> },
          }))}
        />
      )}
    </section>
  );
}

const Words = ({ children }: { children: string }) => (
  <span dir="auto" className="measure block whitespace-pre-line wrap-anywhere">
    {children}
  </span>
);
