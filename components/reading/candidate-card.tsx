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
};

export function CandidateCard({ number, name, profile, language, isProse = false, choice }: Props) {
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
    <li className="relative isolate grid min-w-0 content-start gap-1 rounded-lg border border-line bg-raised px-4 py-3">
      {choice ? (
        <label className="flex min-w-0 items-center gap-3 after:absolute after:inset-0 after:rounded-lg">
          {choice}
          {/* The look of a chosen card hangs on what stands beside its radio button: were the card asked what it
              has, choosing would style and set all of its text again. */}
          <span className="absolute -inset-px -z-1 rounded-lg border border-transparent [:checked+&]:border-accent [:checked+&]:bg-accent-tint" />
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
