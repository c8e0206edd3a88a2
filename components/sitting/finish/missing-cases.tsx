import { fill, type SittingWords } from "#components/sitting/words.ts";

export type FinishCase = { position: number; place: number };
type Props = {
  cases: readonly FinishCase[];
  /** Null where one can't go back to a case of one's choice. */
  addressOf: ((position: number) => string) | null;
  says: string;
  title: string;
  words: SittingWords["overview"];
};

/** What is still to be done before handing in, by name. */
export function MissingCases({ cases, addressOf, says, title, words }: Props) {
  return (
    <section aria-labelledby="missing" className="grid gap-3 rounded-lg border border-line bg-raised p-5">
      <h2 id="missing" className="text-xl font-semibold">
        {title}
      </h2>
      <p>{says}</p>
      <ul role="list" className="flex flex-wrap gap-x-5 gap-y-1">
        {cases.map(({ position, place }) => (
          <li key={position}>
            {addressOf ? (
              <a href={addressOf(position)} className="target inline-flex items-center text-accent underline">
                {fill(words.item, { place })}
              </a>
            ) : (
              fill(words.item, { place })
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
