import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { casePath } from "#lib/paths.ts";
import { languageName } from "#components/benchmarks/track-table.tsx";
import { cellsOf } from "#components/task-kinds/cells.ts";
import type { Attributes } from "#lib/benchmarks/schema.ts";
import type { CaseForm } from "#lib/task-kinds/case-files.ts";
import { isAsked, type CaseKind } from "#lib/task-kinds/case-kinds.ts";

type Subject = {
  kind: CaseKind;
  key: string;
  track: string;
  language: string;
  form: CaseForm;
  source: string | null;
  group: string | null;
  attributes: Attributes | null;
  number: number;
  versions: readonly { number: number; createdAt: Date; retiredAt: Date | null }[];
  optionNames: readonly string[];
  gold: number | null;
  answerLength: number | null;
};

/** What a participant is never shown: the right answer, where the case comes from, its versions. */
export async function CaseFacts({ slug, subject }: { slug: string; subject: Subject }) {
  const t = await getTranslations("cases");
  const format = await getFormatter();
  const locale = await getLocale();
  const { kind, gold: right } = subject;
  const gold = right === null || !isAsked(kind) ? null : cellsOf(kind).numberCategory(subject, right);
  const facts = [
    ["gold", gold === null ? t("facts.noGold") : <bdi key="gold">{gold}</bdi>],
    ["track", <bdi key="track">{`${subject.track}, ${languageName(subject.language, locale)}`}</bdi>],
    ["form", t(`forms.${subject.form}`)],
    ["length", subject.answerLength === null ? t("facts.noLength") : format.number(subject.answerLength)],
    ["source", subject.source ? <bdi key="source">{subject.source}</bdi> : t("facts.noSource")],
    ...(subject.group ? ([["group", <bdi key="group">{subject.group}</bdi>]] as const) : []),
  ] as const;
  const own = Object.entries(subject.attributes ?? {});
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      {facts.map(([name, value]) => (
        <Fact key={name} name={t(`facts.${name}`)}>
          {value}
        </Fact>
      ))}
      {own.map(([name, value]) => (
        <Fact key={`own ${name}`} name={<bdi>{name}</bdi>}>
          <bdi>{value}</bdi>
        </Fact>
      ))}
      <div className="min-w-0">
        <dt className="text-sm text-ink-muted">{t("facts.versions")}</dt>
        <dd>
          <ul role="list">
            {subject.versions.map((version) => {
              const words = t(version.retiredAt ? "facts.versionUntil" : "facts.versionSince", {
                number: version.number,
                since: format.dateTime(version.createdAt, { dateStyle: "medium" }),
                until: format.dateTime(version.retiredAt ?? version.createdAt, { dateStyle: "medium" }),
              });
              return (
                <li key={version.number}>
                  {version.number === subject.number ? (
                    <strong>{words}</strong>
                  ) : (
                    <a
                      href={casePath(slug, subject.track, subject.key, version.number)}
                      className="text-accent underline"
                    >
                      {words}
                    </a>
                  )}
                </li>
              );
            })}
          </ul>
        </dd>
      </div>
    </dl>
  );
}

const Fact = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-ink-muted">{name}</dt>
    <dd className="font-medium wrap-anywhere">{children}</dd>
  </div>
);
