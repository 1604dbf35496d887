// The textbook search: row by row, a flag for each column and diagonal; every board is printed.
// Usage: tutorial N

#include <cstdlib>
#include <iostream>
#include <vector>

static int n;
static long solutions;
static std::vector<int> queen;
static std::vector<char> columns, sums, differences;

static void print_board() {
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++) std::cout << (queen[row] == column ? "Q " : ". ");
        std::cout << '\n';
    }
    std::cout << '\n';
}

static void place(int row) {
    if (row == n) {
        solutions++;
        print_board();
        return;
    }
    for (int column = 0; column < n; column++) {
        char &a = columns[column], &b = sums[row + column], &c = differences[row - column + n];
        if (a || b || c) continue;
        queen[row] = column;
        a = b = c = 1;
        place(row + 1);
        a = b = c = 0;
    }
}

int main(int, char **arguments) {
    n = std::atoi(arguments[1]);
    queen.resize(n);
    columns.resize(n);
    sums.resize(2 * n);
    differences.resize(2 * n);
    place(0);
    std::cout << solutions << " solutions\n";
}
