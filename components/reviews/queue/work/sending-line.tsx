import clsx from "clsx";
import { counted } from "#components/sitting/device/sending-state.tsx";
import { isReached, type QueueSending } from "#components/reviews/queue/device/entries.ts";
import type { QueueWords } from "#components/reviews/queue/words.ts";

type Props = { sending: QueueSending | null; words: QueueWords["sending"]; signInAddress: string };

/** How it stands with what was decided here, always in words; read out when something is amiss, and when it is well again. */
export function SendingLine({ sending, words, signInAddress }: Props) {
  if (!sending) return <p className="sitting-state">{words.unscripted}</p>;
  const { kind, count, isKept } = sending;
  const isTrouble = !isReached(kind);
  return (
    <div
      data-sending={kind}
      className={clsx(
        "grid gap-1",
        isTrouble
          ? "col-span-full border-l-4 border-warning bg-warning-tint px-4 py-2 text-base text-ink"
          : "sitting-state",
      )}
    >
      <p role="status" aria-live={isTrouble ? "polite" : "off"}>
        {isTrouble ? (
          <>
            {words[kind]}{" "}
            {isKept
              ? counted(count, words.keptOne, words.keptMany)
              : counted(count, words.heldOne, words.heldMany)}
          </>
        ) : (
          words[kind]
        )}
      </p>
      {!isKept && <p>{words.unkept}</p>}
      {kind === "signed_out" && (
        <p>
          <a className="text-accent underline" href={signInAddress} target={isKept ? undefined : "_blank"}>
            {words.signIn}
          </a>
        </p>
      )}
    </div>
  );
}
