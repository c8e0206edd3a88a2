import { getTranslations } from "next-intl/server";
import { LinkedTable, type LinkedColumn } from "#components/study-results/people/linked-table.tsx";
import {
  Chosen,
  Others,
  Models,
  OptionName,
  Timing,
} from "#components/study-results/people/person-answer-cells.tsx";
import { Nothing } from "#components/study-results/people/number.tsx";
import type { PersonProps } from "#components/study-results/people/person-room.tsx";
import { resultsCasePath } from "#components/studies/address.ts";
import { inPercent } from "#lib/figures/written.ts";
import { listAnswersOf } from "#lib/study-results/person.ts";
import { writeView } from "#lib/study-results/schema.ts";

/** Everything one participant answered, beside what was right and what others and models said. */
export async function PersonAnswers({ rows, view, index, texts }: PersonProps) {
  const t = await getTranslations("resultsPeople.person");
  const { slug, design } = rows.study;
  const number = rows.people[index]?.number ?? 0;
  const answers = listAnswersOf(rows, index, view);
  const asksSure = design.questions.confidence.ask !== "off";
  const keys = [
    ...(["position", "case", "chose", "right", "time"] as const),
    ...(asksSure ? (["sure"] as const) : []),
    ...(["others", "models"] as const),
  ];
  const columns = keys.map((key): LinkedColumn => ({
    key,
    label: t(`columns.${key}`),
    numeric: key === "time" || key === "sure",
  }));
  return (
    <section aria-labelledby="answers" className="grid min-w-0 gap-3">
      <h2 id="answers" className="text-xl font-semibold">
        {t("answers")}
      </h2>
      {answers.length === 0 ? (
        <p className="text-ink-muted">{t("unfinished")}</p>
      ) : (
        <LinkedTable
          caption={t("caption", { number })}
          columns={columns}
          rows={answers.map((answer) => {
            const it = rows.cases[answer.case];
            const track = rows.tracks[it?.track ?? 0]?.name ?? "";
            const key = it?.key ?? "";
            return {
              id: String(answer.position),
              cells: {
                position: answer.position,
                case: (
                  <span className="grid min-w-32 gap-0.5">
                    <a
                      href={resultsCasePath(slug, { track, key }, writeView(view))}
                      className="wrap-break-word text-accent underline"
                    >
                      <bdi>{key}</bdi>
                    </a>
                    <span className="text-sm text-ink-muted">
                      <bdi>{track}</bdi> · {it && t(`strata.${it.stratum}`)}
                      {!answer.isInView && it?.stratum !== "attention" && answer.isRight !== null && (
                        <> · {t("outOfView")}</>
                      )}
                    </span>
                  </span>
                ),
                chose: (
                  <Chosen
                    answer={answer}
                    names={it?.optionNames ?? []}
                    shownAt={rows.answers.shownAt[answer.index] ?? -1}
                    reason={texts.reasons.get(answer.position) ?? null}
                    revisions={texts.revisions.get(answer.position) ?? []}
                  />
                ),
                right:
                  it?.gold == null ? (
                    <span className="text-ink-muted">{t("noGold")}</span>
                  ) : (
                    <OptionName name={it.optionNames[it.gold]} />
                  ),
                time: <Timing answer={answer} />,
                sure:
                  answer.confidence === null ? (
                    <Nothing />
                  ) : (
                    <span className="whitespace-nowrap">{inPercent(answer.confidence, 0)} %</span>
                  ),
                others: <Others answer={answer} names={it?.optionNames ?? []} />,
                models: <Models answer={answer} runs={rows.runs} />,
              },
            };
          })}
        />
      )}
    </section>
  );
}
