import type { Cell } from "#components/ui/table/cell.tsx";
import { getTranslations } from "next-intl/server";
import { named, percent } from "#components/study-results/figure-cells.ts";
import { personLink } from "#components/study-results/people/people-list.tsx";
import { formatInterval } from "#components/study-results/overview/sentences.tsx";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Streamed } from "#components/ui/streamed.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { resultsCasePath, resultsPath } from "#lib/paths.ts";
import { checkGold, minDoubt, minToTrust } from "#lib/study-results/agreement/gold-check.ts";
import { readGoldSensitivity } from "#lib/study-results/overview/robustness.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View };

/** Cases whose right answer may be wrong, looked for when somebody asks. */
export async function GoldSection({ rows, view, isAsked }: Props & { isAsked: boolean }) {
  const t = await getTranslations("resultsAgreement.gold");
  const query = writeView(view);
  query.set("check", "gold");
  return (
    <Fold id="gold" title={t("title")} isOpen={isAsked}>
      <p className="measure">{t("about")}</p>
      {isAsked ? (
        <Streamed fallback={<p role="status">{t("working")}</p>}>
          <Checked rows={rows} view={view} />
        </Streamed>
      ) : (
        <div className="no-print">
          <ButtonLink href={`${resultsPath(rows.study.slug, "agreement", query)}#gold`}>
            {t("action")}
          </ButtonLink>
        </div>
      )}
    </Fold>
  );
}

/** More of them say nothing about whom not to trust. */
const mostPeople = 10;

async function Checked({ rows, view }: Props) {
  const t = await getTranslations("resultsAgreement.gold");
  const { slug } = rows.study;
  const query = writeView(view);
  const { isEnough, n, hasSettled, cases, people } = await checkGold(rows, view);
  if (!isEnough)
    return <p className="measure">{t("tooFew", { ...minToTrust, has: n.people, on: n.cases })}</p>;
  const rule = { probability: minDoubt.probability * 100, votes: minDoubt.votes };
  const told = (option: { name: string; votes: number }): Cell => [
    named(option.name),
    { line: t("votes", { count: option.votes }), isMuted: true },
  ];
  return (
    <>
      {!hasSettled && <p className="measure">{t("unsettled")}</p>}
      {cases.length === 0 ? (
        <p className="measure">{t("none", rule)}</p>
      ) : (
        <>
          <Table
            caption={t("caption", { count: cases.length })}
            columns={[
              { key: "case", label: t("case"), atLeast: 32 },
              { key: "gold", label: t("goldAnswer"), atLeast: 36 },
              { key: "trusted", label: t("trusted"), atLeast: 36 },
              { key: "probability", label: t("probability"), numeric: true },
              { key: "n", label: t("answers"), numeric: true },
            ]}
            rows={cases.map(({ index, gold, trusted, n: given }) => {
              const row = rows.cases[index];
              const track = rows.tracks[row?.track ?? 0]?.name ?? "";
              const key = row?.key ?? "";
              return {
                id: String(row?.id),
                cells: {
                  case: [
                    { text: key, isName: true, href: resultsCasePath(slug, { track, key }, query) },
                    { line: named(track), isMuted: true },
                  ],
                  gold: told(gold),
                  trusted: told(trusted),
                  probability: percent(trusted.probability),
                  n: given,
                },
              };
            })}
          />
          <Sensitivity rows={rows} view={view} />
        </>
      )}
      <p className="measure text-sm text-ink-muted">{t("rule", rule)}</p>
      <h3 className="font-semibold">{t("people")}</h3>
      <Table
        caption={t("people")}
        columns={[
          { key: "person", label: t("person") },
          { key: "n", label: t("answers"), numeric: true },
          { key: "trust", label: t("trust"), numeric: true },
        ]}
        rows={people.slice(0, mostPeople).map(({ index, n: given, trust }) => {
          const number = rows.people[index]?.number ?? 0;
          return {
            id: String(number),
            cells: { person: personLink(slug, number, view), n: given, trust: percent(trust) },
          };
        })}
      />
    </>
  );
}

/** What these cases do to people's share. */
async function Sensitivity({ rows, view }: Props) {
  const t = await getTranslations("resultsAgreement.gold");
  const { kept, left_out: without, rekeyed } = await readGoldSensitivity(rows, view);
  if (!kept || !without || !rekeyed) return null;
  return (
    <p className="measure">
      {t("sensitivity", {
        who: view.who,
        kept: inPercent(kept.value),
        without: inPercent(without.value),
        withoutInterval: await formatInterval(without.interval),
        rekeyed: inPercent(rekeyed.value),
        rekeyedInterval: await formatInterval(rekeyed.interval),
      })}
    </p>
  );
}
