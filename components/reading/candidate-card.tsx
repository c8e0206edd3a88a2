import clsx from "clsx";
import type { ReactNode } from "react";
import { isLong } from "#components/reading/script.ts";

type Props = {
  number: number;
  name: string;
  profile: string | null;
  language: string;
  /** Set like the passages, where an option is a text and not a name. */
  isProse?: boolean;
  /** A radio button, where candidates are chosen: the name becomes its label, and the whole card takes the click. */
  choice?: ReactNode;
  /** Where it is known what is right: what is to be told of this one. */
  mark?: ReactNode;
};

export function CandidateCard({ number, name, profile, language, isProse, choice, mark }: Props) {
  const head = (
    <>
      <span className="figures grid size-7 shrink-0 place-items-center rounded-md border border-edge text-sm font-medium">
        {number}
      </span>
      <span
        lang={language}
        dir="auto"
        className={clsx("min-w-0 wrap-anywhere", isProse ? "whitespace-pre-line" : "font-semibold")}
      >
        {name}
      </span>
    </>
  );
  return (
    <li className="option-card">
      {mark}
      {choice ? (
        <label>
          {choice}
          <span className="chosen-look" />
          {head}
        </label>
      ) : (
        <div className="flex min-w-0 items-center gap-3">{head}</div>
      )}
      {profile !== null && <Profile language={language}>{profile}</Profile>}
    </li>
  );
}

/**
 * Where there is no room for whole profiles, the first lines of a long one show until all of them are unfolded; the
 * control stands before the list, so that it works without a script.
 */
const folding =
  "line-clamp-3 @2xl:line-clamp-none [[data-profiles][open]~ol_&]:line-clamp-none print:line-clamp-none";

function Profile({ language, children }: { language: string; children: string }) {
  return (
    <p
      lang={language}
      dir="auto"
      data-profile
      className={clsx("min-w-0 text-base whitespace-pre-line wrap-anywhere", isLong(children) && folding)}
    >
      {children}
    </p>
  );
}
