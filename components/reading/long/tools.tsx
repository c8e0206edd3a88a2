import { ControlIcon } from "#components/ui/control-icons.tsx";
import { Button } from "#components/ui/button.tsx";
import { controlClass } from "#components/ui/fields/field.tsx";
import { fill } from "#components/sitting/words.ts";
import type { ReaderWords } from "#components/reading/words.ts";
import type { Mark } from "#lib/reading/marks.ts";
import type { Speaker } from "#lib/reading/pieces.ts";

type SpeakerProps = {
  speakers: readonly Speaker[];
  /** One of them; null is everybody. */
  chosen: number | null;
  words: ReaderWords;
  language: string;
  onChoose: (speaker: number | null) => void;
  onTurn: (by: 1 | -1) => void;
};

const percent = (share: number) => `${Math.round(100 * share)}%`;

/** Whose turns one goes through, and how much each says. Choosing moves nothing: that is for the buttons. */
export function SpeakerTools({ speakers, chosen, words, language, onChoose, onTurn }: SpeakerProps) {
  const turns = speakers.reduce((sum, { turns: own }) => sum + own.length, 0);
  return (
    <div className="flex min-w-0 items-center gap-1">
      <select
        aria-label={words.speaker}
        value={chosen ?? ""}
        onChange={({ target }) => onChoose(target.value === "" ? null : Number(target.value))}
        className={`${controlClass} max-w-64 min-w-32 flex-1`}
      >
        <option value="">{fill(words.everybody, { turns, speakers: speakers.length })}</option>
        {speakers.map(({ name, turns: own, share }, index) => (
          <option key={index} value={index} lang={name === null ? undefined : language}>
            {fill(words.oneSpeaker, { name: name ?? words.nobody, turns: own.length, share: percent(share) })}
          </option>
        ))}
      </select>
      <StepButtons previous={words.previousTurn} next={words.nextTurn} onStep={onTurn} />
    </div>
  );
}

type StepProps = { previous: string; next: string; isOff?: boolean; onStep: (by: 1 | -1) => void };

export const StepButtons = ({ previous, next, isOff, onStep }: StepProps) => (
  <>
    <Button
      size="icon"
      variant="quiet"
      aria-label={previous}
      title={previous}
      disabled={isOff}
      onClick={() => onStep(-1)}
    >
      <ControlIcon name="up" />
    </Button>
    <Button
      size="icon"
      variant="quiet"
      aria-label={next}
      title={next}
      disabled={isOff}
      onClick={() => onStep(1)}
    >
      <ControlIcon name="down" />
    </Button>
  </>
);

type MarkProps = {
  marks: readonly Mark[];
  words: ReaderWords;
  language: string;
  onMark: () => void;
  onGo: (mark: number) => void;
  onStep: (by: 1 | -1) => void;
  onRemove: (mark: number) => void;
};

/** Marks what is selected, and leads to what is marked. */
export function MarkTools({ marks, words, language, onMark, onGo, onStep, onRemove }: MarkProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1">
      {/* A press would take the selection away, which is what is to be marked. */}
      <Button size="small" onPointerDown={(event) => event.preventDefault()} onClick={onMark}>
        {words.mark}
      </Button>
      <StepButtons
        previous={words.previousMark}
        next={words.nextMark}
        isOff={marks.length === 0}
        onStep={onStep}
      />
      <details className="min-w-0 text-sm">
        <summary className="target-small cursor-pointer px-2 font-medium text-accent">
          <span role="status" className="figures">
            {fill(words.marks, { count: marks.length })}
          </span>
        </summary>
        {marks.length === 0 && <p className="measure px-2 text-ink-muted">{words.noMarks}</p>}
        <ol role="list" className="max-h-[40dvh] overflow-auto">
          {marks.map((mark, index) => (
            <li key={index} className="flex items-center gap-2">
              <button
                type="button"
                className="target-small min-w-0 flex-1 truncate px-2 text-start underline"
                onClick={() => onGo(index)}
              >
                <q lang={language}>{mark.quote}</q>
              </button>
              <Button
                size="small"
                variant="quiet"
                onClick={() => onRemove(index)}
                aria-label={fill(words.removeMark, { quote: mark.quote.slice(0, 40) })}
              >
                <ControlIcon name="cross" className="size-4" />
              </Button>
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}
