"use client";

import { useId, useState } from "react";
import { fill, optionalMark, sayGuess, type SittingWords } from "#components/sitting/words.ts";
import { controlClass } from "#components/ui/fields/field.tsx";
import { answerFields } from "#lib/sittings/answers/fields.ts";

type Props = {
  names: readonly string[];
  /** Of the names. */
  language: string;
  /** In percent, in the order shown; empty while none were given. */
  values: readonly string[];
  required: boolean;
  isGuided: boolean;
  words: Pick<SittingWords, "extra" | "optional">;
  error?: string;
};

/** As models give them: one number for each candidate, with what is left to give told beside them. */
export function ProbabilityFields({ names, language, values, required, isGuided, words, error }: Props) {
  const hintId = useId();
  const { extra } = words;
  const [given, setGiven] = useState(() => names.map((_, option) => values[option] ?? ""));
  const sum = given.reduce((all, one) => all + (Number(one) || 0), 0);
  const told =
    sum === 100 ? extra.whole : fill(sum < 100 ? extra.left : extra.over, { value: Math.abs(100 - sum) });
  return (
    <fieldset className="grid max-w-md gap-3" aria-describedby={hintId}>
      <legend className="mb-1 font-medium">
        {extra.probabilities}
        {!required && <span className="font-normal text-ink-muted">{optionalMark(words)}</span>}
      </legend>
      <p id={hintId} className="text-sm text-ink-muted">
        {extra.probabilitiesHint} {isGuided && sayGuess(words, names.length)}
      </p>
      {names.map((name, option) => (
        <label key={option} className="grid grid-cols-[minmax(0,1fr)_6rem] items-center gap-3">
          <span lang={language} dir="auto" className="min-w-0 wrap-anywhere">
            {name}
          </span>
          <input
            type="number"
            inputMode="numeric"
            min={0}
            max={100}
            step={1}
            name={answerFields.probability(option)}
            defaultValue={given[option]}
            aria-invalid={error ? true : undefined}
            onChange={({ currentTarget: { value } }) => setGiven(given.with(option, value))}
            className={`${controlClass} figures text-right`}
          />
        </label>
      ))}
      <p role="status" className="figures text-sm font-medium">
        {told}
      </p>
      {error && <p className="text-sm font-medium text-danger">{error}</p>}
    </fieldset>
  );
}
