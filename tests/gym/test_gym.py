"""The environments against the game, rule by rule, and against each other."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import demine
import demine.gym
from demine import MissingExtra
from demine.gym import ID, REWARDS, Minesweeper, Rewards, VectorMinesweeper, sb3
from demine.gym.baselines import adapter
from demine.strategies import Chance

BOARDS = {
    "grid": (demine.grid(5, 6), 6),
    "torus": (demine.grid(4, 4, torus=True), 3),
    "hexagonal": (demine.hexagonal(4, 5), 4),
    "box": (demine.box((3, 3, 3)), 4),
    "graph": (demine.from_edges(7, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (0, 3)]), 2),
}


@pytest.mark.parametrize("observation", ["dict", "planes"])
@pytest.mark.parametrize("name", BOARDS)
def test_gymnasium_finds_nothing_wrong(name: str, observation: str) -> None:
    board, mines = BOARDS[name]
    for mode in ("ansi", "rgb_array"):
        made = gymnasium.make(
            ID, board=board, mines=mines, observation=observation, render_mode=mode
        )
        check_env(made.unwrapped)


def test_made_as_the_issue_says() -> None:
    environment = gymnasium.make("demine/Minesweeper-v0", board=demine.grid(9, 9), mines=10)
    observation, info = environment.reset(seed=7)
    assert environment.observation_space.contains(observation)
    assert info["action_mask"].sum() == 81
    assert environment.unwrapped.action_masks().all()  # type: ignore[attr-defined]
    observation, reward, *_ = environment.step(40)
    assert observation["labels"][40] >= 0
    assert float(reward) > 0
    preset = gymnasium.make(ID, board="expert").unwrapped
    assert preset.action_space.n == 480  # type: ignore[attr-defined]


@pytest.mark.parametrize("first", ["safe", "opening", "risky"])
@pytest.mark.parametrize("name", BOARDS)
def test_an_episode_is_a_game(name: str, first: Any) -> None:
    board, mines = BOARDS[name]
    environment = Minesweeper(board, mines, first)
    rng = np.random.default_rng(5)
    observation, info = environment.reset(seed=11)
    row = Chance(11)
    for _ in range(12):
        game = demine.Game(board, mines, seed=row.game_seed(), first=first)
        while not game.is_over:
            assert observation["labels"].tolist() == game.position.codes.tolist()
            assert info["action_mask"].tolist() == (game.position.codes == -1).tolist()
            assert "game" not in info  # the id of a game tells its mines
            action = int(rng.integers(len(board)))
            opened = game.open(action)
            observation, reward, over, truncated, info = environment.step(action)
            share = 0 if game.status == "lost" else len(opened) / (len(board) - mines)
            ends = {"won": 1.0, "lost": -1.0}.get(game.status, 0.0)
            void = -0.1 if not opened else 0.0
            assert reward == pytest.approx(share + ends + void)
            assert (over, truncated) == (game.is_over, False)
        assert info["won"] == (game.status == "won")
        assert info["game"] == game.id
        left = mines - (game.status == "lost")
        assert observation["mines_left"].tolist() == [left]
        observation, info = environment.reset()


def test_seeds_reproduce() -> None:
    def episode(seed: int) -> list[float]:
        environment = Minesweeper((6, 6), 6)
        environment.reset(seed=seed)
        return [environment.step(cell)[1] for cell in range(36)]

    assert episode(3) == episode(3)
    assert len({tuple(episode(seed)) for seed in range(5)}) > 1


@pytest.mark.parametrize("observation", ["dict", "planes"])
@pytest.mark.parametrize("rewards", REWARDS)
def test_the_vector_plays_the_games_of_the_single_ones(observation: Any, rewards: str) -> None:
    board, mines = BOARDS["grid"]
    games = 7
    vector = gymnasium.make_vec(
        ID,
        num_envs=games,
        vectorization_mode="vector_entry_point",
        board=board,
        mines=mines,
        observation=observation,
        rewards=rewards,
    )
    assert isinstance(vector, VectorMinesweeper)
    assert vector.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    singles = [Minesweeper(board, mines, "safe", observation, rewards) for _ in range(games)]
    together, info = vector.reset(seed=40)
    alone = [single.reset(seed=40 + i)[0] for i, single in enumerate(singles)]
    over = [False] * games
    rng = np.random.default_rng(2)
    for _ in range(60):
        for i in range(games):
            _same(_row(together, i), alone[i])
            assert (info["action_mask"][i] == singles[i].action_masks()).all()
        actions = rng.integers(len(board), size=games)
        together, earned, ended, truncated, info = vector.step(actions)
        assert not truncated.any()
        assert vector.observation_space.contains(together)
        for i, single in enumerate(singles):
            if over[i]:
                alone[i], reward, over[i] = single.reset()[0], 0.0, False
            else:
                alone[i], reward, over[i], _, told = single.step(actions[i])
                assert not over[i] or info["won"][i] == told["won"]
            assert (earned[i], ended[i], info["_won"][i]) == (reward, over[i], over[i])


def _row(observation: Any, row: int) -> Any:
    if isinstance(observation, dict):
        return {name: values[row] for name, values in observation.items()}
    return observation[row]


def _same(one: Any, other: Any) -> None:
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        assert all((one[name] == other[name]).all() for name in one)
    else:
        assert (one == other).all()


def test_only_the_rows_of_a_mask_are_dealt_anew() -> None:
    vector = VectorMinesweeper(3, (4, 4), 3)
    vector.reset(seed=[5, 6, 7])
    vector.step(np.array([0, 5, 10]))
    before = vector._labels.copy()
    masks = vector.action_masks()
    assert masks.shape == (3, 16)
    assert not masks[[0, 1, 2], [0, 5, 10]].any()
    chosen = np.array([False, True, True])
    vector.reset(seed=[None, None, 7], options={"reset_mask": chosen})
    assert (vector._labels[0] == before[0]).all()
    assert vector.action_masks()[1:].all()
    vector.step(np.array([0, 5, 10]))
    assert (vector._labels[2] == before[2]).all()


def test_a_board_without_mines_is_won_at_once() -> None:
    vector = VectorMinesweeper(2, (2, 2), 0)
    vector.reset(seed=1)
    _, earned, ended, *_ = vector.step(np.array([0, 3]))
    assert ended.all()
    assert (earned > 0).all()
    assert not vector.action_masks().any()


def test_nothing_is_drawn_unasked() -> None:
    env = Minesweeper((4, 4), 3)
    env.reset(seed=1)
    assert env.render() is None


def test_planes_say_what_labels_say() -> None:
    environment = Minesweeper((4, 5), 4, observation="planes")
    environment.reset(seed=1)
    planes, *_ = environment.step(0)
    labels = environment._labels.reshape(4, 5)
    assert planes.shape == (10, 4, 5)
    assert (planes[0] == (labels == -1)).all()
    for count in range(9):
        assert (planes[1 + count] == (labels == count)).all()


def test_a_teacher_is_exact_and_never_in_vain() -> None:
    environment = Minesweeper((5, 5), 5, teacher=True)
    _, info = environment.reset(seed=2)
    assert info["probabilities"] == pytest.approx(np.full(25, 0.2))
    over = False
    while not over:
        mask = environment.action_masks()
        risks = np.where(mask, info["probabilities"], 2.0)
        taught = environment._game.position.analyze()
        assert (info["probabilities"] == taught.probabilities).all()
        *_, over, _, info = environment.step(int(risks.argmin()))
    assert "probabilities" not in info
    vector = VectorMinesweeper(3, (5, 5), 5, teacher=True)
    _, info = vector.reset(seed=2)
    assert info["probabilities"] == pytest.approx(np.full((3, 25), 0.2))


def test_rewards_can_be_ones_own() -> None:
    environment = Minesweeper((3, 3), 1, rewards=Rewards(win=5, loss=-7, cells=9, void=-2))
    environment.reset(seed=1)
    first = environment.step(0)[1]
    assert first > 0
    assert environment.step(0)[1] == -2
    assert REWARDS["win"].loss == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"board": (3, 3)}, "a board needs its number of mines"),
        ({"board": (3, 3), "mines": 9}, "at least one free cell|mines"),
        ({"board": "huge"}, "expected one of"),
        ({"rewards": "money"}, "expected progress, sparse, win"),
        ({"observation": "sound"}, "expected dict or planes"),
        ({"first": "lucky"}, "expected one of safe, opening, risky"),
        ({"render_mode": "human"}, "expected ansi or rgb_array"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(demine.InvalidGame, match=message):
        Minesweeper(**arguments)


def test_bad_actions_have_a_clear_error() -> None:
    vector = VectorMinesweeper(2, (3, 3), 1)
    with pytest.raises(ValueError, match="expected one for each of 2 games"):
        vector.step(np.array([1]))
    with pytest.raises(IndexError, match="cell 9 is not on a board of 9 cells"):
        vector.step(np.array([1, 9]))


def test_after_the_end_nothing_is_earned() -> None:
    env = Minesweeper(demine.grid(2, 2), mines=0)
    env.reset(seed=1)
    assert env.step(0)[1:3] == (2.0, True)
    assert env.step(1)[1:3] == (0.0, True)


def test_pictures_show_every_cell() -> None:
    environment = Minesweeper((2, 3), 1, render_mode="rgb_array")
    environment.reset(seed=1)
    before = environment.render()
    assert before.shape == (32, 48, 3)
    environment.step(0)
    assert (environment.render() != before).any()
    text = Minesweeper((2, 3), 1, render_mode="ansi")
    text.reset(seed=1)
    assert "?" in text.render() or "■" in text.render()


def test_an_action_is_the_number_of_a_cell() -> None:
    gym = pytest.importorskip("demine.gym")
    environment = gym.Minesweeper("beginner")
    environment.reset(seed=1)
    for action in (3.5, "a1"):
        with pytest.raises(TypeError, match=r"action is .*: expected a whole number"):
            environment.step(action)


class VecEnv:
    """What `VecEnv` of stable-baselines3 does at the start, where that package is missing."""

    def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
        self.num_envs = num_envs
        self.observation_space, self.action_space = observation_space, action_space


def test_baselines_get_the_games_of_the_vector_environment() -> None:
    """The same games and masks; after the end of a game, the next one begins at once."""
    made = VectorMinesweeper(5, (4, 4), 3, observation="planes")
    games = adapter(VecEnv)(made, 7)
    alone = [Minesweeper((4, 4), 3, observation="planes") for _ in range(5)]
    now = games.reset()
    for i, one in enumerate(alone):
        assert np.array_equal(now[i], one.reset(seed=7 + i)[0])
    ended = 0
    for _ in range(40):
        masks = np.array(games.env_method("action_masks"))
        actions = masks.argmax(axis=1)
        games.step_async(actions)
        now, rewards, over, infos = games.step_wait()
        for i, one in enumerate(alone):
            assert np.array_equal(masks[i], one.action_masks())
            seen, earned, is_over, _, info = one.step(int(actions[i]))
            assert (over[i], rewards[i]) == (is_over, np.float32(earned))
            if is_over:
                ended += 1
                assert infos[i]["won"] == info["won"]
                assert np.array_equal(infos[i]["terminal_observation"], seen)
                seen, _ = one.reset()
            assert np.array_equal(now[i], seen)
    assert ended > 20


def test_sb3_names_what_it_needs() -> None:
    if find_spec("stable_baselines3") is not None:
        games = sb3((4, 4), 3, games=2)
        assert games.num_envs == 2
        return
    with pytest.raises(MissingExtra, match="pip install sb3-contrib"):
        sb3()
