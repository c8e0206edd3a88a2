import type { ReactNode } from "react";
import { isLong } from "#components/reading/script.ts";
import type { ReadingWords } from "#components/reading/words.ts";
import { Icon } from "#components/ui/icons.tsx";

type Props = {
  number: number;
  name: string;
  profile: string | null;
  language: string;
  words: Pick<ReadingWords, "more" | "less">;
  /** A radio button, where candidates are chosen: the name becomes its label, and the whole card takes the click. */
  choice?: ReactNode;
};

export function CandidateCard({ number, name, profile, language, words, choice }: Props) {
  const head = (
    <>
      <span className="figures grid size-7 shrink-0 place-items-center rounded-md border border-edge text-sm font-medium">
        {number}
      </span>
      <span lang={language} dir="auto" className="min-w-0 font-semibold wrap-anywhere">
        {name}
      </span>
    </>
  );
  return (
    <li className="relative isolate grid min-w-0 grid-cols-[minmax(0,1fr)_auto] content-start items-center gap-x-2 gap-y-1 rounded-lg border border-line bg-raised px-4 py-3">
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
      {profile !== null && <Profile name={name} profile={profile} language={language} words={words} />}
    </li>
  );
}

type ProfileProps = Pick<Props, "name" | "language" | "words"> & { profile: string };

/**
 * The control stands beside the text instead of around it, next to the name: its first lines show while the rest is
 * folded, and it works without a script.
 */
function Profile({ name, profile, language, words }: ProfileProps) {
  if (!isLong(profile)) return <ProfileText language={language}>{profile}</ProfileText>;
  return (
    <>
      <details className="peer/fold group/fold relative z-1 col-start-2 row-start-1">
        <summary className="target -my-1 -mr-2 flex min-w-11 list-none items-center justify-center gap-1 px-1 text-base font-medium text-accent [&::-webkit-details-marker]:hidden">
          <Icon name="down" className="group-open/fold:rotate-180" />
          <span className="group-open/fold:hidden max-sm:sr-only">{words.more}</span>
          <span className="not-group-open/fold:hidden max-sm:sr-only">{words.less}</span>
          <span lang={language} className="sr-only">
            {name}
          </span>
        </summary>
      </details>
      <ProfileText
        language={language}
        look="line-clamp-3 peer-open/fold:line-clamp-none print:line-clamp-none"
      >
        {profile}
      </ProfileText>
    </>
  );
}

function ProfileText({
  language,
  look = "",
  children,
}: {
  language: string;
  look?: string;
  children: string;
}) {
  return (
    <p
      lang={language}
      dir="auto"
      className={`col-span-2 min-w-0 text-base whitespace-pre-line wrap-anywhere ${look}`}
    >
      {children}
    </p>
  );
}
