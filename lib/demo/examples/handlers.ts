import "server-only";
import { armsPeople } from "#lib/demo/examples/arms.ts";
import { raterCount } from "#lib/demo/examples/rating.ts";
import type { JobHandlers } from "#lib/jobs/handler.ts";
import { simulationHandlers } from "#lib/simulation/handlers.ts";

/** Each step leaves what is finished as it is, and goes on with what an earlier attempt has begun. */
export const exampleHandlers: Pick<JobHandlers, "make_examples"> = {
  make_examples: async (viewer, _payload, control) => {
    // Once in an instance's life, and with them come figures, fonts and cards: no worker starts with these.
    const examples = await import("#lib/demo/examples/mutations.ts");
    const { finishReview } = await import("#lib/demo/examples/review-mutations.ts");
    const total = raterCount + armsPeople;
    const simulate = async (payload: object, before: number) =>
      simulationHandlers.simulate_people(viewer, payload, {
        ...control,
        progress: ({ done, rows }) => control.progress({ done: before + done, total, rows }),
      });
    // What takes no people first: it is there at once.
    await examples.curateCases(viewer);
    await finishReview(viewer, control.signal);
    await examples.publishDemoCard(viewer);
    await simulate(await examples.seedRating(viewer), 0);
    await simulate(await examples.seedArms(viewer), raterCount);
    return {};
  },
};
