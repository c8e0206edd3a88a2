import type { ReactNode } from "react";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { fill, type SittingWords } from "#components/sitting/words.ts";
import { formatLanguage } from "#lib/i18n/other-language.ts";
import type { StudyLanguage } from "#lib/studies/schema.ts";

type Props = {
  title: string;
  /** The team's own words, set. */
  text: ReactNode;
  /** The language they are in. */
  language: string;
  facts: {
    cases: number;
    practice: number;
    limitMinutes: number | null;
    /** Of the cases. */
    languages: readonly string[];
    /** In the team's own words. */
    payment: string | null;
  };
  /** The language that the page is read in. */
  reader: StudyLanguage;
  words: Pick<SittingWords, "facts">;
  /** Notes above, the way on below. */
  notes?: ReactNode;
  children?: ReactNode;
};

/** What it is, for whom, how long, and that one can stop at any time. */
export function Welcome({ title, text, language, facts, reader, words, notes, children }: Props) {
  const { cases, practice, limitMinutes, languages, payment } = facts;
  const t = words.facts;
  return (
    <div className="grid gap-8">
      <PageTitle language={language}>{title}</PageTitle>
      {notes}
      <div>{text}</div>
      <dl
        aria-label={t.label}
        className="grid gap-x-6 gap-y-2 border-y border-line py-4 text-base sm:grid-cols-[max-content_1fr]"
      >
        <Fact name={t.cases}>{cases === 1 ? t.oneCase : fill(t.casesValue, { count: cases })}</Fact>
        {practice > 0 && (
          <Fact name={t.practice}>
            {practice === 1 ? t.onePractice : fill(t.practiceValue, { count: practice })}
          </Fact>
        )}
        <Fact name={t.time}>
          {limitMinutes === null ? t.noLimit : fill(t.limit, { minutes: limitMinutes })}
        </Fact>
        {languages.length > 0 && (
          <Fact name={t.languages}>
            {new Intl.ListFormat(reader).format(languages.map((one) => formatLanguage(one, reader)))}
          </Fact>
        )}
        {payment && (
          <Fact name={t.payment}>
            <span lang={language} className="whitespace-pre-line">
              {payment}
            </span>
          </Fact>
        )}
      </dl>
      {children}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="font-medium">{name}</dt>
      <dd className="min-w-0 wrap-anywhere text-ink-muted max-sm:mb-2">{children}</dd>
    </>
  );
}
