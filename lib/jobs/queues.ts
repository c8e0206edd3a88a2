/** Every queue the workers know. Created when migrations are applied. */
export const queues = [
  { name: "tidy", options: { policy: "singleton", retryLimit: 2, expireInSeconds: 600 } },
] as const;
