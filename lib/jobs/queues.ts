/** Every queue the workers know. Created when migrations are applied. */
export const queues = [
  { name: "tidy", options: { policy: "singleton", retryLimit: 2, expireInSeconds: 600 } },
] as const satisfies readonly { name: string; options: QueueOptions }[];

type QueueOptions = {
  policy: "standard" | "singleton" | "exclusive";
  retryLimit: number;
  expireInSeconds: number;
};

export type QueueName = (typeof queues)[number]["name"];
