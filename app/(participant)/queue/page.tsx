import { nameWindow } from "#app/(staff)/window-names.ts";
import { getTranslations } from "next-intl/server";
import { objectionsPath, ownPath, stepPath } from "#app/(participant)/queue/own-part.tsx";
import { ParticipantFrame } from "#components/shell/participant-frame.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { hasPart, listParts, type OwnPart } from "#lib/auth/review-scope.ts";
import { roles } from "#lib/auth/roles.ts";
import { getWaiting } from "#lib/reviews/queue/queries.ts";

export const generateMetadata = nameWindow((t) => t("queue.title"));

/** All reviews that somebody has a part in, and what waits for them. */
export default async function QueuePage() {
  const viewer = await requireViewer(...roles);
  const parts = await listParts(viewer);
  const t = await getTranslations("queue");
  return (
    <ParticipantFrame>
      <div className="grid gap-8">
        <header className="grid gap-2">
          <h1 className="text-3xl font-semibold tracking-tight">{t("title")}</h1>
          <p className="text-ink-muted">{t(parts.length > 0 ? "intro" : "empty")}</p>
        </header>
        {parts.length > 0 && (
          <ul role="list" className="grid gap-4">
            {parts.map((part) => (
              <PartInReview key={part.slug} part={part} />
            ))}
          </ul>
        )}
      </div>
    </ParticipantFrame>
  );
}

async function PartInReview({ part }: { part: OwnPart }) {
  const t = await getTranslations("queue");
  const { slug, title, state } = part;
  const { steps, objections } = await getWaiting(part);
  const isOpen = state === "open";
  const first = steps.find(({ waiting }) => waiting > 0) ?? steps[0];
  return (
    <li className="grid gap-3 rounded-lg border border-line bg-raised p-5 sm:p-6">
      <h2 className="text-xl font-semibold wrap-anywhere">{title}</h2>
      <p className="text-ink-muted">
        {t("yourParts", { parts: part.parts.map((one) => t(`parts.${one}`)).join(t("parts.between")) })}
      </p>
      {isOpen ? (
        <ul role="list" className="grid gap-1">
          {steps.map(({ step, waiting }) => (
            <li key={step}>{t(`waiting.${step}`, { count: waiting })}</li>
          ))}
          {objections > 0 && <li>{t("waiting.objections", { count: objections })}</li>}
        </ul>
      ) : (
        <p>{t(`states.${state}`)}</p>
      )}
      <div className="flex flex-wrap gap-3">
        {isOpen &&
          steps.map(({ step }) => (
            <ButtonLink
              key={step}
              href={stepPath(slug, step)}
              variant={step === first?.step ? "primary" : "secondary"}
            >
              {t(`go.${step}`)}
            </ButtonLink>
          ))}
        {hasPart(part, "annotator") && <ButtonLink href={ownPath(slug)}>{t("own")}</ButtonLink>}
        {hasPart(part, "reviewer") && <ButtonLink href={objectionsPath(slug)}>{t("objections")}</ButtonLink>}
      </div>
    </li>
  );
}
