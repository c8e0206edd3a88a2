import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { onTheWatch, Nothing } from "#components/study-results/people/number.tsx";
import type { Revision } from "#lib/study-results/person-queries.ts";
import type { PersonAnswer } from "#lib/study-results/person.ts";
import type { RunRow } from "#lib/study-results/rows.ts";

export const OptionName = ({ name }: { name: string | undefined }) => (
  <bdi className="wrap-break-word">{name}</bdi>
);

type ChosenProps = {
  answer: PersonAnswer;
  names: readonly string[];
  shownAt: number;
  reason: string | null;
  revisions: readonly Revision[];
};

/** What they chose and whether it was right, in a word; why, and how it changed, for whoever opens it. */
export function Chosen({ answer, names, shownAt, reason, revisions }: ChosenProps) {
  const t = useTranslations("resultsPeople.person");
  const { choice, isRight, knows, isFlagged, changes, focusLosses } = answer;
  const marks = [
    shownAt >= 0 && t("place", { place: shownAt + 1 }),
    changes > 0 && t("changed", { count: changes }),
    knows !== null && t(knows ? "knew" : "knewNot"),
    isFlagged && t("flagged"),
    focusLosses > 0 && t("away", { count: focusLosses }),
  ].filter((mark) => mark !== false);
  return (
    <div className="grid min-w-40 gap-0.5">
      {choice === null ? (
        <span className="text-ink-muted">{t("noChoice")}</span>
      ) : (
        <span>
          <OptionName name={names[choice]} />
          {isRight !== null && (
            <>
              {" · "}
              <strong className={clsx("font-semibold", isRight ? "text-success" : "text-danger")}>
                {t(isRight ? "isRight" : "isWrong")}
              </strong>
            </>
          )}
        </span>
      )}
      {marks.length > 0 && <span className="text-sm text-ink-muted">{marks.join(" · ")}</span>}
      {reason !== null && (
        <Disclosure summary={t("reason")}>
          <p className="max-w-prose whitespace-pre-wrap wrap-break-word">{reason}</p>
        </Disclosure>
      )}
      {revisions.length > 0 && (
        <Disclosure summary={t("history")}>
          <ol className="grid gap-1">
            {revisions.map(({ revision, afterMs, choice: chosen }) => (
              <li key={revision}>
                {afterMs !== null && (
                  <span className="figures">{t("step", { time: onTheWatch(afterMs) })} </span>
                )}
                {chosen === null ? t("cleared") : <OptionName name={names[chosen]} />}
              </li>
            ))}
          </ol>
          <p className="text-ink-muted">{t("historyCaption")}</p>
        </Disclosure>
      )}
    </div>
  );
}

export function Timing({ answer: { activeMs, firstMs } }: { answer: PersonAnswer }) {
  const t = useTranslations("resultsPeople.person");
  if (activeMs === null) return <Nothing />;
  return (
    <span className="grid whitespace-nowrap">
      {onTheWatch(activeMs)}
      {firstMs !== null && (
        <span className="text-sm text-ink-muted">{t("first", { time: onTheWatch(firstMs) })}</span>
      )}
    </span>
  );
}

export function Others({ answer: { others }, names }: { answer: PersonAnswer; names: readonly string[] }) {
  const t = useTranslations("resultsPeople.person");
  const { n, most, count } = others;
  if (n === 0) return <span className="text-ink-muted">{t("nobodyElse")}</span>;
  return (
    <span className="grid min-w-32 gap-0.5">
      {most.map((option) => (
        <OptionName key={option} name={names[option]} />
      ))}
      <span className="figures text-sm text-ink-muted">
        {t("mostOf", { count, n })}
        {most.length > 1 && <> · {t("tied")}</>}
      </span>
    </span>
  );
}

export function Models({ answer, runs }: { answer: PersonAnswer; runs: readonly RunRow[] }) {
  const t = useTranslations("resultsPeople.person");
  const { models, selecting } = answer;
  const { right, wrong } = models;
  const n = right.length + wrong.length;
  const name = (index: number) =>
    [runs[index]?.model, runs[index]?.method, runs[index]?.version].filter(Boolean).join(" · ");
  if (n === 0 && !selecting) return <span className="text-ink-muted">{t("noModels")}</span>;
  return (
    <div className="grid min-w-32 gap-0.5">
      <span className="figures">{n === 0 ? t("noModels") : t("modelsOf", { right: right.length, n })}</span>
      <Disclosure summary={t("whichModels")}>
        {(
          [
            ["modelsRight", right],
            ["modelsWrong", wrong],
          ] as const
        ).map(
          ([key, some]) =>
            some.length > 0 && (
              <p key={key} className="max-w-prose">
                <span className="text-ink-muted">{t(key)}</span> <bdi>{some.map(name).join(", ")}</bdi>
              </p>
            ),
        )}
        {selecting && (
          <p className="max-w-prose">
            {t("selecting", { name: name(selecting.run), verdict: selecting.isRight ? "right" : "wrong" })}
          </p>
        )}
      </Disclosure>
    </div>
  );
}

function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="text-sm print:hidden">
      <summary className="target flex w-fit items-center text-accent underline">{summary}</summary>
      <div className="grid gap-1 pb-2">{children}</div>
    </details>
  );
}
