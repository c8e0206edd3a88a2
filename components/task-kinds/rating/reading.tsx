import clsx from "clsx";
import { useId, type ReactNode } from "react";
import { OptionRadio } from "#components/task-kinds/options/option-radio.tsx";
import { Part } from "#components/task-kinds/parts/part.tsx";
import { languageOf, sayIn, type PartWords } from "#components/task-kinds/parts/words.ts";
import type { ReadingProps } from "#components/task-kinds/registry.tsx";
import { Icon } from "#components/ui/icons.tsx";
import type { ShownRating } from "#lib/task-kinds/rating/schema.ts";
import type { Scale } from "#lib/task-kinds/scale.ts";

/** The parts in the order of the case, and beside them the scale. */
export function Reading({ language, value, unfolding = { open: true }, ...props }: ReadingProps) {
  const { parts, scale } = props.content as ShownRating;
  const words = props.words as PartWords;
  const reader = languageOf(words);
  const questionId = useId();
  return (
    <div className="@container min-w-0">
      <div className="text-beside-options grid gap-8">
        <div role="group" aria-label={words.conversation} className="grid min-w-0 content-start gap-6">
          {parts.map(({ role, text }, at) => (
            <Part
              key={at}
              title={words.parts[role]}
              isJudged={role === "judged"}
              find={words.find}
              {...{ text, language }}
            />
          ))}
        </div>
        <div
          role="group"
          aria-labelledby={questionId}
          data-candidates
          className="options-in-view measure min-w-0 self-start"
        >
          <p id={questionId} lang={reader} className="text-xl font-semibold">
            {sayIn(scale.question, reader)}
          </p>
          <details {...unfolding} data-profiles className="group/fold mt-3 mb-3">
            <summary className="target unmarked flex w-fit items-center gap-1 pr-2 text-base font-medium text-accent">
              <Icon name="down" className="group-open/fold:rotate-180" />
              <span className="group-open/fold:hidden">{words.more}</span>
              <span className="not-group-open/fold:hidden">{words.less}</span>
            </summary>
            {scale.notes && (
              <p lang={reader} className="mt-2 text-base text-ink-muted">
                {sayIn(scale.notes, reader)}
              </p>
            )}
          </details>
          <ol role="list" className="grid gap-2 [[data-profiles]:not([open])~&_[data-about]]:hidden">
            {scale.points.map((point, at) => (
              <Point key={at} number={at + 1} {...{ point, reader }}>
                {value !== undefined && <OptionRadio option={at} value={value} />}
              </Point>
            ))}
          </ol>
          {props.instead}
        </div>
        {props.below}
      </div>
    </div>
  );
}

type PointProps = {
  number: number;
  point: Scale["points"][number];
  reader: "en" | "zh-CN";
  /** A radio button, where one rates. */
  children: ReactNode;
};

function Point({ number, point, reader, children }: PointProps) {
  const head = (
    <>
      <span className="figures grid size-7 shrink-0 place-items-center rounded-md border border-edge text-sm font-medium">
        {number}
      </span>
      <span lang={reader} className="min-w-0 font-semibold wrap-anywhere">
        {sayIn(point.label, reader)}
      </span>
    </>
  );
  return (
    <li className={clsx("option-card", "py-2!")}>
      {children ? (
        <label>
          {children}
          <span className="chosen-look" />
          {head}
        </label>
      ) : (
        <div className="flex min-w-0 items-center gap-3">{head}</div>
      )}
      {point.about && (
        <p lang={reader} data-about className="text-base wrap-anywhere">
          {sayIn(point.about, reader)}
        </p>
      )}
    </li>
  );
}
