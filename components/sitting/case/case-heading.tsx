import { PageTitle } from "#components/sitting/page-title.tsx";
import { fill, type SittingWords } from "#components/sitting/words.ts";

type Props = {
  place: number;
  count: number;
  isPractice: boolean;
  /** How many of all cases are answered; null in practice. */
  answered: number | null;
  /** Practice lies behind. */
  begins?: boolean;
  words: Pick<SittingWords, "case">;
};

export const casePlace = ({ place, count, isPractice, words }: Omit<Props, "answered" | "begins">): string =>
  fill(isPractice ? words.case.practicePlace : words.case.place, { place, count });

/** Where one is: the same words as in the page's title. */
export function CaseHeading({ place, count, isPractice, answered, begins = false, words }: Props) {
  return (
    <header className="grid gap-3">
      <PageTitle>{casePlace({ place, count, isPractice, words })}</PageTitle>
      {answered !== null && (
        <progress
          value={answered}
          max={count}
          aria-label={words.case.answered}
          aria-valuetext={`${answered} / ${count}`}
          className="h-1.5 w-full overflow-hidden rounded-full"
        />
      )}
      {isPractice && <p className="text-ink-muted">{words.case.practiceNote}</p>}
      {begins && <p className="text-ink-muted">{words.case.begins}</p>}
    </header>
  );
}
