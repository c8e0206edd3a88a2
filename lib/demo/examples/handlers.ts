import "server-only";
import { armsPeople } from "#lib/demo/examples/arms.ts";
import { curateCases, publishDemoCard, seedArms, seedRating } from "#lib/demo/examples/mutations.ts";
import { raterCount } from "#lib/demo/examples/rating.ts";
import { finishReview } from "#lib/demo/examples/review-mutations.ts";
import type { JobHandlers } from "#lib/jobs/handler.ts";
import { simulationHandlers } from "#lib/simulation/handlers.ts";

/** Each step leaves what is finished as it is, and goes on with what an earlier attempt has begun. */
export const exampleHandlers: Pick<JobHandlers, "make_examples"> = {
  make_examples: async (viewer, _payload, control) => {
    const total = raterCount + armsPeople;
    const simulate = async (payload: object, before: number) =>
      simulationHandlers.simulate_people(viewer, payload, {
        ...control,
        progress: ({ done, rows }) => control.progress({ done: before + done, total, rows }),
      });
    // What takes no people first: it is there at once.
    await curateCases(viewer);
    await finishReview(viewer, control.signal);
    await publishDemoCard(viewer);
    await simulate(await seedRating(viewer), 0);
    await simulate(await seedArms(viewer), raterCount);
    return {};
  },
};
