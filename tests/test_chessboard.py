"""Boards drawn in SVG, read back as a viewer reads them: an XML document of shapes and places."""

from __future__ import annotations

import copy
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Collection
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.chessboard import Chessboard, Solution, svg
from solvers.problem import COLUMNS, DIFFERENCES, NO_QUEEN, SUMS, Lines, Placement, Square

SVG = "{http://www.w3.org/2000/svg}"
FOUR, EIGHT = (1, 3, 0, 2), (0, 4, 7, 5, 2, 6, 1, 3)
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")

Point = tuple[float, float]
Element = ElementTree.Element


def read(document: str) -> Element:
    return ElementTree.fromstring(document)


def drawn(root: Element, kind: str) -> list[Element]:
    return [element for element in root.iter() if element.get("class") == f"chessboard-{kind}"]


def numbers(text: str | None) -> list[float]:
    return [float(number) for number in NUMBER.findall(text or "")]


def centres(root: Element, kind: str) -> set[Point]:
    """Where queens stand: (row, column) of their centres, in squares."""
    places = [tuple(numbers(element.get("transform"))) for element in drawn(root, kind)]
    assert len(places) == len(set(places))
    return {(row, column) for column, row in places}


def middles(squares: Collection[Square]) -> set[Point]:
    return {(row + 0.5, column + 0.5) for row, column in squares}


def rectangles(path: str) -> list[tuple[float, float, float, float]]:
    """The parts of a path that consists of rectangles: x, y, width and height of each."""
    found = re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)h-(\d+)z", path)
    assert "".join("M{} {}h{}v{}h-{}z".format(*part) for part in found) == path
    assert all(there == back for _, _, there, _, back in found)
    return [(float(x), float(y), float(w), float(h)) for x, y, w, h, _ in found]


def line_of(family: Lines, number: int, n: int) -> list[Square]:
    return [(row, column) for row in range(n) for column in family.columns(number, row, n)]


@pytest.mark.parametrize(
    ("q", "queens"),
    [
        ((0,), {(0, 0)}),
        (FOUR, {(0, 1), (1, 3), (2, 0), (3, 2)}),
        ((0, 0, 0), {(0, 0), (1, 0), (2, 0)}),
        ((1, NO_QUEEN, 0), {(0, 1), (2, 0)}),
        ((-1, 2, 3, 4), {(1, 2), (2, 3)}),  # the first columns off the board at either side
        ((NO_QUEEN, NO_QUEEN), set()),
        ((), set()),
    ],
)
def test_a_queen_for_every_row_whose_column_is_on_the_board(
    q: Placement, queens: set[Square]
) -> None:
    root = read(svg([Chessboard(q)]))
    assert centres(root, "queen") == middles(queens)
    assert drawn(root, "marked") == []


@settings(deadline=None)
@given(st.data())
def test_every_queen_is_at_the_centre_of_her_square(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 120))
    q = tuple(data.draw(st.lists(st.integers(-2, n + 1), min_size=n, max_size=n)))
    squares = st.tuples(st.integers(-1, n), st.integers(-1, n))
    marked = data.draw(st.frozensets(squares | st.sampled_from(list(enumerate(q)))))
    root = read(svg([Chessboard(q, marked=marked)]))
    queens = {(row, column) for row, column in enumerate(q) if 0 <= column < n}
    assert centres(root, "queen") == middles(queens - marked)
    assert centres(root, "marked") == middles(queens & marked)


@pytest.mark.parametrize("n", [1, 2, 5, 8, 100])
def test_squares_with_odd_row_plus_column_are_dark(n: int) -> None:
    (path,) = drawn(read(svg([Chessboard(tuple(range(n)))])), "dark")
    assert path.get("fill-rule") == "evenodd"  # dark is what an odd number of stripes covers
    stripes = rectangles(path.get("d", ""))
    for row in range(n):
        for column in range(n):
            covered = sum(
                x < column + 0.5 < x + width and y < row + 0.5 < y + height
                for x, y, width, height in stripes
            )
            assert covered % 2 == (row + column) % 2


@pytest.mark.parametrize(
    ("marked", "framed"),
    [
        ([], set()),
        ([(0, 1), (2, 0)], {(0, 1), (2, 0)}),
        ([(2, 0), (2, 0)], {(2, 0)}),
        ([(0, 1), (0, 2)], {(0, 1)}),  # no queen stands on 0:2
        ([(3, NO_QUEEN), (1, 3)], {(1, 3)}),  # as a conflict of a row without a queen has it
    ],
)
def test_queens_in_conflict_are_marked(marked: list[Square], framed: set[Square]) -> None:
    root = read(svg([Chessboard((1, 3, 0, NO_QUEEN), marked=marked)]))
    assert centres(root, "marked") == middles(framed)
    frames = [(frame.get("y"), frame.get("x")) for frame in drawn(root, "frame")]
    assert sorted(frames) == sorted((str(row), str(column)) for row, column in framed)
    assert len(drawn(root, "queen")) == 3 - len(framed)


def test_a_marked_queen_differs_in_colour_and_by_a_frame_around_her_square() -> None:
    root = read(svg([Chessboard(FOUR, marked=[(0, 1)])]))
    (marked,), (frame,), queens = (drawn(root, kind) for kind in ("marked", "frame", "queen"))
    assert {queen.get("fill") for queen in queens}.isdisjoint({marked.get("fill")})
    assert frame.get("stroke") == marked.get("fill")
    assert (frame.get("width"), frame.get("height")) == ("1", "1")
    order = list(root.iter())
    assert order.index(frame) < order.index(marked)  # a frame is filled: it lies below her


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        (line_of(SUMS, 9, 8), ((2, 7), (7, 2))),
        (line_of(SUMS, 9, 8)[::-1], ((2, 7), (7, 2))),
        (line_of(DIFFERENCES, -2, 8), ((2, 0), (7, 5))),
        (line_of(COLUMNS, 3, 8), ((0, 3), (7, 3))),
        ([(4, 6), (4, 0), (4, 1)], ((4, 0), (4, 6))),
        (line_of(Lines(1, 2), 6, 8), ((0, 3), (6, 0))),  # nightriders: one square in two rows
        (line_of(Lines(1, 1, 8), 7, 8), ((0, 7), (7, 0))),  # straight on a torus too
        (line_of(Lines(1, 1, 8), 0, 8), None),
        (line_of(Lines(0, 1, 4), 1, 8), None),  # two columns
        ([(0, 0), (1, 1), (2, 3)], None),
        ([(2, 2)], None),
        ([(2, 2), (2, 2)], None),
        ([], None),
    ],
)
def test_a_line_is_tinted_and_stroked_from_end_to_end_where_it_is_straight(
    line: list[Square], ends: tuple[Square, Square] | None
) -> None:
    root = read(svg([Chessboard(EIGHT, line=line)]))
    paths = [path.get("d", "") for path in drawn(root, "line")]
    tinted = [part for path in paths for part in rectangles(path)]
    assert "" not in paths
    assert sorted(tinted) == sorted((column, row, 1, 1) for row, column in set(line))
    strokes = [numbers(stroke.get("d")) for stroke in drawn(root, "stroke")]
    assert strokes == (
        [[ends[0][1] + 0.5, ends[0][0] + 0.5, ends[1][1] - ends[0][1], ends[1][0] - ends[0][0]]]
        if ends
        else []
    )


def test_of_a_line_only_what_is_on_the_board_is_drawn() -> None:
    outside = [(-1, 5), (0, 4), (4, 0), (5, -1), (3, NO_QUEEN)]
    whole = Chessboard(FOUR, line=[*outside, *line_of(SUMS, 4, 4)])
    assert svg([whole]) == svg([Chessboard(FOUR, line=line_of(SUMS, 4, 4))])


def test_light_and_dark_squares_of_a_line_are_tinted_apart() -> None:
    root = read(svg([Chessboard(FOUR, line=line_of(COLUMNS, 1, 4))]))
    light, dark = drawn(root, "line")
    assert (light.get("d"), dark.get("d")) == (
        "M1 1h1v1h-1zM1 3h1v1h-1z",
        "M1 0h1v1h-1zM1 2h1v1h-1z",
    )
    assert light.get("fill") != dark.get("fill")


@pytest.mark.parametrize(
    ("title", "lines"),
    [
        ("", []),
        ("Solution 1 of 2", ["Solution 1 of 2"]),
        ("<b> & \"c\" & 'd' ]]>", ["<b> & \"c\" & 'd' ]]>"]),
        ("&lt;", ["&lt;"]),
        ("größer \U0001d4ac", ["größer \U0001d4ac"]),
        ("a\x00b\ud800c\x1bd\uffff", ["a\ufffdb\ufffdc\ufffdd\ufffd"]),  # what XML cannot hold
        (" two\nlines\tthere ", ["two lines there"]),
        (" ", []),
        (
            "rows 1 and 2 share the diagonal row + column = 4",
            ["rows 1 and 2 share", "the diagonal row +", "column = 4"],
        ),
    ],
)
def test_a_title_is_set_in_lines_above_its_board(title: str, lines: list[str]) -> None:
    root = read(svg([Chessboard(FOUR, title)]))
    texts = drawn(root, "title")
    assert [text.text for text in texts] == lines
    heights = [float(text.get("y", "")) for text in texts]
    assert heights == sorted(set(heights))  # one below the other
    assert all(height < -15 for height in heights)  # px: above the numbers of the columns
    (group,) = root.findall(f"{SVG}g")
    assert numbers(group.get("transform"))[1] + min(heights, default=0) > 10  # not cut off


@pytest.mark.parametrize(
    ("boards", "title"),
    [
        ([], "No chessboard"),
        ([Chessboard(FOUR)], "Chessboard of 4 by 4 squares"),
        ([Chessboard(FOUR, "a < b\x07")], "a < b\ufffd"),
        ([Chessboard(FOUR, "a"), Chessboard(FOUR, "b & c"), Chessboard(FOUR, "a")], "a; b & c"),
    ],
)
def test_the_document_has_a_name_for_those_who_cannot_see_it(
    boards: list[Chessboard], title: str
) -> None:
    root = read(svg(boards))
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title" and root[0].text == title


@pytest.mark.parametrize(
    ("n", "coordinates", "glyph", "dark"),
    [
        (1, True, "crown", 1),
        (26, True, "crown", 1),
        (27, False, "crown", 1),
        (50, False, "crown", 1),
        (100, False, "disc", 1),
        (300, False, "disc", 0),
    ],
)
def test_details_are_left_out_of_large_boards(
    n: int, coordinates: bool, glyph: str, dark: int
) -> None:
    root = read(svg([Chessboard(tuple(range(n)))]))
    for kind in ("rows", "columns"):
        labels = [[text.text for text in group] for group in drawn(root, kind)]
        assert labels == ([[str(i) for i in range(n)]] if coordinates else [])
    assert len(drawn(root, "dark")) == dark
    points = {"crown": 5, "disc": 1}[glyph]  # balls on the points, or the disc: drawn as arcs
    assert {queen.get("d", "").count("a") for queen in drawn(root, "queen")} == {points}


def test_coordinates_stand_beside_the_middles_of_rows_and_columns() -> None:
    root = read(svg([Chessboard(EIGHT)]))
    (rows,), (columns,) = drawn(root, "rows"), drawn(root, "columns")
    middles = [str(15 + 30 * i) for i in range(8)]
    assert [text.get("y") for text in rows] == middles
    assert [text.get("x") for text in columns] == middles
    assert all(float(text.get("x", "")) < 0 for text in rows)
    assert all(float(text.get("y", "")) < 0 for text in columns)


@pytest.mark.parametrize(
    ("n", "side"),
    [(0, 0), (1, 30), (8, 240), (20, 320), (26, 338), (100, 800), (102, 800), (1000, 800)],
)
def test_the_side_of_a_board_in_px(n: int, side: int) -> None:
    root = read(svg([Chessboard(tuple(range(n)))]))
    width, height = float(root.get("width", "")), float(root.get("height", ""))
    assert numbers(root.get("viewBox")) == [0, 0, width, height]
    scale = root.find(f"{SVG}g/{SVG}g[@transform][last()]")
    assert scale is not None
    assert n * numbers(scale.get("transform"))[0] == pytest.approx(side, abs=0.1)
    assert width == pytest.approx(side + 32, abs=0.1)  # the edges
    assert height == pytest.approx(side + 48, abs=0.1)


@pytest.mark.parametrize(
    ("sizes", "strips"),
    [
        ([], []),
        ([8], [1]),
        ([1, 1, 2], [3]),
        ([8, 8, 8, 8], [4]),
        ([4, 4, 4, 4, 4, 4], [4, 2]),
        ([12, 12, 12, 12], [4]),
        ([20, 20, 20, 20], [3, 1]),
        ([100, 8], [1, 1]),
        ([8, 1, 0, 5, 30, 8], [3, 3]),
    ],
)
def test_boards_stand_in_strips_that_fit_a_page(sizes: list[int], strips: list[int]) -> None:
    titles = [f"board {i} among others" for i in range(len(sizes))]  # each fits into one line
    boards = [Chessboard(tuple(range(n)), title) for n, title in zip(sizes, titles, strict=True)]
    root = read(svg(boards))
    groups = root.findall(f"{SVG}g")
    corners = [numbers(group.get("transform")) for group in groups]
    tops = [top for _, top in corners]
    assert [tops.count(top) for top in sorted(set(tops))] == strips
    assert tops == sorted(tops)
    assert [text.text for text in drawn(root, "title")] == titles
    boxes = []
    for (left, top), group, n in zip(corners, groups, sizes, strict=True):
        (scale,) = numbers(group[-1].get("transform"))
        above = 10 - float(drawn(group, "title")[0].get("y", ""))
        across = max(n * scale, 130)  # px: the least that the title takes up
        boxes.append((left, top - above, left + across, top + n * scale))
    width, height = float(root.get("width", "")), float(root.get("height", ""))
    for i, (left, top, right, bottom) in enumerate(boxes):
        assert left > 0 and top > 0 and right < width and bottom < height
        for x, y, other_right, other_bottom in boxes[:i]:
            apart = other_right < left or right < x or other_bottom < top or bottom < y
            assert apart
    assert all(right + 8 <= 1168 for _, _, right, _ in boxes)


FULL = Chessboard(FOUR, "a & b", marked=[(0, 1)], line=line_of(SUMS, 4, 4))


@pytest.mark.parametrize(
    "boards",
    [[], [FULL] * 6, *([Chessboard(tuple(range(n)), marked=[(0, 0)])] for n in (7, 100, 333))],
)
def test_a_document_is_small_plain_svg(boards: list[Chessboard]) -> None:
    document = svg(boards)
    elements = list(read(document).iter())
    assert {element.tag for element in elements} <= {
        SVG + tag for tag in ("svg", "title", "g", "rect", "path", "text")
    }
    allowed = (
        "class d dy fill fill-rule font-family font-size font-weight height role stroke"
        " stroke-linecap stroke-width text-anchor transform version viewBox width x y"
    )
    assert {name for element in elements for name in element.attrib} <= set(allowed.split())
    assert len(elements) <= 3 + sum(3 * len(board.q) + 13 for board in boards)
    without_colours = re.sub("#[0-9a-f]+", "", document)
    assert not re.search(r"\.\d{4}|\de[+-]?\d", without_colours)  # 0.5, not 0.49999999 or 5e-01


@pytest.mark.parametrize(("n", "characters"), [(8, 5_000), (50, 20_000), (100, 20_000)])
def test_a_board_is_a_small_file(n: int, characters: int) -> None:
    assert len(svg([Chessboard(tuple(range(n)))])) < characters


def test_the_order_of_squares_does_not_change_the_document() -> None:
    squares = [(row, column) for row in range(8) for column in range(8)]
    document = svg([Chessboard(EIGHT, "title", squares, squares)])
    assert svg([Chessboard(EIGHT, "title", squares[::-1], squares[::-1])]) == document
    assert svg([Chessboard(EIGHT, "title", set(squares), frozenset(squares))]) == document


def test_notebooks_show_chessboards_and_solutions() -> None:
    assert FULL._repr_svg_() == svg([FULL])
    assert Solution(FOUR)._repr_svg_() == svg([Chessboard(FOUR)])


def test_a_solution_is_a_tuple() -> None:
    solution = Solution(FOUR)
    assert isinstance(solution, tuple)
    assert solution == FOUR and solution != FOUR[::-1]
    assert hash(solution) == hash(FOUR) and len({solution, FOUR}) == 1
    assert repr(solution) == str(solution) == "(1, 3, 0, 2)"
    assert json.dumps({"q": solution}) == '{"q": [1, 3, 0, 2]}'
    assert type(solution[1:]) is tuple and sorted([solution, (0, 2)]) == [(0, 2), FOUR]
    assert not hasattr(solution, "__dict__")  # lists of them stay small


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_solution_survives_pickling(protocol: int) -> None:
    back = pickle.loads(pickle.dumps([Solution(FOUR)], protocol))
    assert back == [FOUR] and type(back[0]) is Solution


def test_a_solution_survives_copying() -> None:
    for back in (copy.copy(Solution(FOUR)), copy.deepcopy([Solution(FOUR)])[0]):
        assert back == FOUR and type(back) is Solution


def test_the_import_is_cheap() -> None:
    code = "import solvers.chessboard, sys; print({'numpy', 'ortools', 'numba'} & {*sys.modules})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"
