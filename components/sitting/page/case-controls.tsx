import type { ReactNode } from "react";
import type { SittingWords } from "#components/sitting/words.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { Drawn } from "#components/ui/icons.tsx";

/** The form of a case, by which what stands outside of it belongs to it. */
export const caseFormId = (position: number) => `passage-${position}`;

const tiles = "M4 4h4.5v4.5H4zM11.5 4H16v4.5h-4.5zM4 11.5h4.5V16H4zM11.5 11.5H16V16h-4.5z";

type Props = { position: number; words: Pick<SittingWords, "case"> };

/** A button of the case's own form: what was given there goes with it, with a script and without. */
export const OverviewButton = ({ position, words }: Props) => (
  <button
    form={caseFormId(position)}
    name="go"
    value="overview"
    className={`${buttonClass({ variant: "quiet" })} max-sm:min-w-11 max-sm:px-0 sm:px-3`}
  >
    <Drawn path={tiles} />
    <span className="max-sm:sr-only">{words.case.overview}</span>
  </button>
);

/** What one goes on with. */
export const CaseFooter = ({ children }: { children: ReactNode }) => (
  <div className="case-footer">{children}</div>
);

/** Of what goes on: as wide as the thumb reaches on a phone. */
export const onwardWidth = "min-w-40 max-sm:grow";
