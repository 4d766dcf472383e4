"""Learn Hearts from nothing against three players at random, with NumPy alone: python examples/learn.py

A linear policy: each number that the seat sees adds to the weight of each action, and what a good deal was played with
becomes more likely (REINFORCE). A seat at random takes 6.5 points a deal.
"""

import numpy as np

from dealt.env import vector

tables, rng = vector("hearts", 1024, seat=0), np.random.default_rng(1)  # 1024 deals at once, three seats at random
weights = np.zeros((tables.layout.size, len(tables.actions)), np.float32)


def play(seed, rate):  # play 1024 deals and learn from them; the points of each deal
    (seen, _), past = tables.reset(seed=seed), []
    for _ in range(16):  # three cards to pass and thirteen to play
        logits = np.where(seen["action_mask"], seen["observation"] @ weights, -1e9)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        actions = (logits + rng.gumbel(size=logits.shape)).argmax(1)  # draws by these chances
        past.append((seen["observation"], np.eye(len(tables.actions), dtype=np.float32)[actions] - chances))
        seen, rewards, *_ = tables.step(actions)
    better = ((rewards - rewards.mean()) / rewards.std()).astype(np.float32)
    for observation, toward in past:
        weights[:] += rate / 1024 * observation.T @ (toward * better[:, None])
    return -rewards


for number in range(20 if __name__ == "__main__" else 0):
    points = play(seed=number, rate=0.15)
    print(f"round {number + 1}: {points.mean():.2f} points a deal, give or take {points.std() / 32:.2f}")
