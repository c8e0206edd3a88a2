import type { FormAction } from "#components/sitting/case/case-form.tsx";
import type { SupplyState } from "#components/sitting/navigation/case-supply.ts";
import type { PageWords } from "#components/sitting/page/page-words.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";

type Props = {
  problem: SupplyState["problem"];
  signInAddress: string;
  words: PageWords;
  /** Where one may go from here; what isn't here can't be answered, and isn't passed by. */
  formActions: readonly Exclude<FormAction, "next">[];
  onGo: (action: FormAction) => void;
};

export function AbsentCase({
  problem,
  signInAddress,
  words: { sitting, answering },
  formActions,
  onGo,
}: Props) {
  const isSignedOut = problem === "not_signed_in";
  return (
    <div className="grid gap-8">
      <div role="status">
        {problem === null ? (
          <p className="text-ink-muted">{answering.fetching}</p>
        ) : (
          <Callout>{isSignedOut ? answering.signedOut : answering.unreachable}</Callout>
        )}
      </div>
      {isSignedOut && (
        <a href={signInAddress} className="text-accent underline">
          {answering.signIn}
        </a>
      )}
      <div className="flex flex-wrap gap-3 border-t border-line pt-6 empty:hidden">
        {formActions.map((action) => (
          <Button key={action} onClick={() => onGo(action)}>
            {sitting.case[action]}
          </Button>
        ))}
      </div>
    </div>
  );
}
