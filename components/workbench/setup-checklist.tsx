import { getTranslations } from "next-intl/server";
import type { SetupStep } from "#components/workbench/setup-steps.ts";
import { Icon } from "#components/ui/icons.tsx";
import { Link } from "#components/ui/link.tsx";

/** From an empty instance to figures. What is done stays in the list, crossed off by a sign and in words. */
export async function SetupChecklist({ steps }: { steps: readonly SetupStep[] }) {
  const t = await getTranslations("admin.setup");
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section aria-labelledby="setup" className="grid max-w-3xl gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="setup" className="text-xl font-semibold">
          {t("title")}
        </h2>
        <p className="figures text-ink-muted">{t("done", { done, all: steps.length })}</p>
      </div>
      <ol role="list" className="overflow-hidden rounded-lg border border-line bg-raised">
        {steps.map((step, index) => (
          <Step key={step.name} step={step} number={index + 1} isNext={step === next} />
        ))}
      </ol>
    </section>
  );
}

type StepProps = { step: SetupStep; number: number; isNext: boolean };

async function Step({ step: { name, isDone, href }, number, isNext }: StepProps) {
  const t = await getTranslations("admin.setup");
  const look = isDone
    ? "border-success text-success"
    : isNext
      ? "border-accent bg-accent text-accent-ink"
      : "border-edge text-ink-muted";
  return (
    <li
      className={`flex items-start gap-4 border-t border-line px-4 py-3 first:border-t-0 ${isNext ? "bg-accent-tint" : ""}`}
    >
      <span
        aria-hidden
        className={`figures mt-0.5 grid size-7 shrink-0 place-items-center rounded-full border text-sm font-semibold ${look}`}
      >
        {isDone ? <Icon name="check" className="size-4" /> : number}
      </span>
      <span className="grid min-w-0 grow">
        <Link href={href} className="w-fit font-medium text-accent underline">
          {t(`steps.${name}.name`)}
        </Link>
        {!isDone && <span className="text-sm text-ink-muted">{t(`steps.${name}.about`)}</span>}
      </span>
      <span className={`shrink-0 text-sm ${isDone ? "text-success" : "text-ink-muted"}`}>
        {t(isDone ? "isDone" : isNext ? "isNext" : "isOpen")}
      </span>
    </li>
  );
}
