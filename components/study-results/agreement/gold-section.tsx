import { getTranslations } from "next-intl/server";
import { named, percent } from "#components/study-results/figure-cells.ts";
import { personLink } from "#components/study-results/people/person-cells.ts";
import { formatInterval } from "#components/study-results/overview/interval-words.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Streamed } from "#components/ui/streamed.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { resultsCasePath, resultsPath } from "#lib/paths.ts";
import {
  checkGold,
  minDoubt,
  minToTrust,
  type DoubtedCase,
  type TrustedPerson,
} from "#lib/study-results/agreement/gold-check.ts";
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
    <section id="gold" aria-labelledby="gold-title" className="grid min-w-0 scroll-mt-4 gap-4">
      <h2 id="gold-title" className="text-xl font-semibold">
        {t("title")}
      </h2>
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
    </section>
  );
}

async function Checked({ rows, view }: Props) {
  const t = await getTranslations("resultsAgreement.gold");
  const { isEnough, n, hasSettled, cases, people } = await checkGold(rows, view);
  if (!isEnough)
    return <p className="measure">{t("tooFew", { ...minToTrust, has: n.people, on: n.cases })}</p>;
  const rule = { probability: minDoubt.probability * 100, votes: minDoubt.votes };
  return (
    <>
      {!hasSettled && <p className="measure">{t("unsettled")}</p>}
      {cases.length === 0 ? (
        <p className="measure">{t("none", rule)}</p>
      ) : (
        <>
          <DoubtedTable rows={rows} view={view} cases={cases} />
          <Sensitivity rows={rows} view={view} />
        </>
      )}
      <p className="measure text-sm text-ink-muted">{t("rule", rule)}</p>
      <h3 className="font-semibold">{t("people")}</h3>
      <PeopleTable rows={rows} view={view} people={people.slice(0, mostPeople)} />
    </>
  );
}

async function DoubtedTable({ rows, view, cases }: Props & { cases: readonly DoubtedCase[] }) {
  const t = await getTranslations("resultsAgreement.gold");
  const query = writeView(view);
  return (
    <Table
      caption={t("caption", { count: cases.length })}
      columns={[
        { key: "case", label: t("case"), atLeast: 32 },
        { key: "gold", label: t("goldAnswer"), atLeast: 36 },
        { key: "trusted", label: t("trusted"), atLeast: 36 },
        { key: "probability", label: t("probability"), numeric: true },
        { key: "n", label: t("answers"), numeric: true },
      ]}
      rows={cases.map(({ index, gold, trusted, n }) => {
        const row = rows.cases[index];
        const track = rows.tracks[row?.track ?? 0]?.name ?? "";
        const key = row?.key ?? "";
        const votes = (count: number) => ({ line: t("votes", { count }), isMuted: true });
        return {
          id: String(row?.id),
          cells: {
            case: [
              { text: key, isName: true, href: resultsCasePath(rows.study.slug, { track, key }, query) },
              { line: named(track), isMuted: true },
            ],
            gold: [named(gold.name), votes(gold.votes)],
            trusted: [named(trusted.name), votes(trusted.votes)],
            probability: percent(trusted.probability),
            n,
          },
        };
      })}
    />
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

/** More of them say nothing about whom not to trust. */
const mostPeople = 10;

async function PeopleTable({ rows, view, people }: Props & { people: readonly TrustedPerson[] }) {
  const t = await getTranslations("resultsAgreement.gold");
  return (
    <Table
      caption={t("people")}
      columns={[
        { key: "person", label: t("person") },
        { key: "n", label: t("answers"), numeric: true },
        { key: "trust", label: t("trust"), numeric: true },
      ]}
      rows={people.map(({ index, n, trust }) => {
        const number = rows.people[index]?.number ?? 0;
        return {
          id: String(number),
          cells: { person: personLink(rows.study.slug, number, view), n, trust: percent(trust) },
        };
      })}
    />
  );
}
